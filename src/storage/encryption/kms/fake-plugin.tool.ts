import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { createServer, type ServerHttp2Stream } from "node:http2";
import { aesGcm } from "../aes.ts";
import { codec, type EncryptedKey } from "./messages.ts";

/** A KMS plugin for tests: what it encrypts it can decrypt as long as it is there. */
export interface FakePlugin {
  readonly endpoint: string;
  /** Changeable: the key in use, and the reported health. */
  keyId: string;
  healthz: string;
  /** Names of the calls so far. */
  readonly calls: string[];
  /** Changeable: answers in place of the plugin's own, by the names of the calls. */
  readonly messages: Record<string, () => Buffer>;
  /** May be changed: what happens to the streams of calls in place of an answer, by the names of the calls. */
  readonly streams: Record<string, (stream: ServerHttp2Stream) => void>;
  stop(): Promise<void>;
}

/** `secret`: for plugins that are to understand one another. */
export async function startFakePlugin(path: string, secret = randomBytes(32)): Promise<FakePlugin> {
  const cipher = aesGcm(secret);
  const open = new Set<{ destroy(): void }>();
  rmSync(path, { force: true });
  const server = createServer();
  const plugin: FakePlugin = {
    endpoint: `unix://${path}`,
    keyId: "key-1",
    healthz: "ok",
    calls: [],
    messages: {},
    streams: {},
    async stop() {
      for (const session of open) session.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  const answers: Readonly<Record<string, (body: Buffer) => Buffer>> = {
    Status: () =>
      codec("StatusResponse").encode({ version: "v2", healthz: plugin.healthz, keyId: plugin.keyId }),
    Encrypt(body) {
      const { plaintext } = codec("EncryptRequest").decode(body) as { plaintext: Uint8Array };
      const annotations = [{ key: "note.example.com", value: Buffer.from("n") }];
      const ciphertext = cipher.encrypt(plaintext, plugin.keyId);
      return codec("EncryptResponse").encode({ ciphertext, keyId: plugin.keyId, annotations });
    },
    Decrypt(body) {
      const { ciphertext, keyId } = codec("DecryptRequest").decode(body) as EncryptedKey & {
        ciphertext: Uint8Array;
      };
      return codec("DecryptResponse").encode({ plaintext: cipher.decrypt(Buffer.from(ciphertext), keyId) });
    },
  };
  server.on("session", (session) => {
    open.add(session);
    session.on("close", () => open.delete(session));
  });
  server.on("stream", (stream, headers) => {
    const method = String(headers[":path"]).split("/").at(-1) ?? "";
    plugin.calls.push(method);
    const instead = plugin.streams[method];
    // The client may be gone.
    stream.on("error", () => {});
    if (instead !== undefined) instead(stream);
    else answer(stream, plugin.messages[method] ?? answers[method]).catch(() => {});
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return plugin;
}

async function answer(
  stream: ServerHttp2Stream,
  make: ((body: Buffer) => Buffer) | undefined,
): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
  let status = { "grpc-status": "0", "grpc-message": "" };
  let message: Buffer | undefined;
  try {
    message = make?.(Buffer.concat(pieces).subarray(5));
  } catch (error) {
    status = { "grpc-status": "13", "grpc-message": String(error) };
  }
  stream.on("wantTrailers", () => stream.sendTrailers(status));
  if (message === undefined) {
    stream.end();
    return;
  }
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  stream.end(Buffer.concat([head, message]));
}
