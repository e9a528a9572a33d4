import { randomBytes } from "node:crypto";
import type { ServerHttp2Stream } from "node:http2";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { folderForTest } from "../../../../test/tools/scratch-folder.tool.ts";
import { messageOf } from "../../../report/describe-error.ts";
import { encodeFrame, TYPE } from "../../etcd/http2/frames.ts";
import { type FakePlugin, startFakePlugin } from "./fake-plugin.tool.ts";
import { KmsProvider } from "./kms-provider.ts";
import { openKmsService } from "./kms-service.ts";
import { type Annotation, codec } from "./messages.ts";

const KEY = "/registry/secrets/default/a";
const PLAIN = Buffer.from('{"kind":"Secret"}');
const TIMEOUT_MS = 500;
/** The time of a call, with the spare time for its end, on a busy machine. */
const HELD_MS = 8_000;

function socketPath(): string {
  const folder = folderForTest();
  return join(folder, "kms.sock");
}

async function hostilePlugin(secret = randomBytes(32)): Promise<FakePlugin> {
  const plugin = await startFakePlugin(socketPath(), secret);
  onTestFinished(() => plugin.stop());
  return plugin;
}

interface Opened {
  readonly kms: KmsProvider;
  readonly clock: { ms: number };
}

/** `timeoutMs`: of a call that must not end before the plugin has done its worst. */
function providerAt(endpoint: string, timeoutMs = TIMEOUT_MS): Opened {
  const clock = { ms: 0 };
  const service = openKmsService(endpoint, timeoutMs);
  const kms = new KmsProvider({ name: "test", service, now: () => clock.ms });
  onTestFinished(() => kms.close());
  return { kms, clock };
}

const problemOf = (kms: KmsProvider): Promise<string> => kms.check().then(() => "", messageOf);

const respond = (stream: ServerHttp2Stream, trailers: Record<string, string> = {}): void => {
  stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
  stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0", ...trailers }));
};

const headOf = (length: number, compressed = 0): Buffer => {
  const head = Buffer.from([compressed, 0, 0, 0, 0]);
  head.writeUInt32BE(length, 1);
  return head;
};

/** Writes again as soon as there is room, until the client is gone. */
function writeForever(stream: ServerHttp2Stream, piece: Buffer): void {
  const more = (): void => {
    while (!stream.destroyed && stream.write(piece)) {}
  };
  stream.on("drain", more);
  more();
}

const STREAMS: Readonly<Record<string, readonly [(stream: ServerHttp2Stream) => void, RegExp]>> = {
  "hangs without headers": [() => {}, /no (complete )?answer in 0\.\d+ s/],
  "hangs after headers": [respond, /no (complete )?answer in 0\.\d+ s/],
  "closes its stream amid an answer": [
    (stream) => {
      respond(stream);
      stream.write(headOf(100), () => stream.close(2));
    },
    /the connection was lost/,
  ],
  "closes its connection amid an answer": [
    (stream) => {
      respond(stream);
      stream.write(headOf(100), () => stream.session?.destroy());
    },
    /the connection was lost/,
  ],
  "sends a byte now and then": [
    (stream) => {
      respond(stream);
      stream.write(headOf(1000));
      const timer = setInterval(() => stream.write("x"), 50);
      stream.on("close", () => clearInterval(timer));
    },
    /no complete answer in 0\.\d+ s/,
  ],
  "announces 4 GiB": [
    (stream) => {
      respond(stream);
      stream.write(headOf(0xffff_ffff));
    },
    /the message has 4294967295 bytes, more than 262144/,
  ],
  "sends messages without an end": [
    (stream) => {
      respond(stream);
      writeForever(stream, Buffer.concat(Array.from({ length: 100 }, () => headOf(0))));
    },
    /more than one message/,
  ],
  "sends a compressed message": [
    (stream) => {
      respond(stream);
      stream.write(headOf(3, 1));
    },
    /compressed/,
  ],
  "sends half a message and its end": [
    (stream) => {
      respond(stream);
      stream.end(headOf(100));
    },
    /the answer is empty/,
  ],
  "sends no message": [
    (stream) => {
      respond(stream);
      stream.end();
    },
    /the answer is empty/,
  ],
  "sends an error of gRPC": [
    (stream) => {
      respond(stream, { "grpc-status": "7", "grpc-message": "go%20away%0A%FF" });
      stream.end();
    },
    /go%20away%0A%FF/,
  ],
  "sends a status that is no number": [
    (stream) => {
      respond(stream, { "grpc-status": "ok" });
      stream.end();
    },
    /failed to perform status section/,
  ],
  "answers in HTTP": [
    (stream) => {
      stream.respond({ ":status": 503 });
      stream.end("down");
    },
    /HTTP 503/,
  ],
};

test.each(Object.entries(STREAMS))(
  "a plugin that %s is an error in time, and is asked again after it",
  async (_, [misbehave, expected]) => {
    const plugin = await hostilePlugin();
    const { kms } = providerAt(plugin.endpoint);
    plugin.streams.Status = misbehave;
    expect(await problemOf(kms)).toMatch(expected);
    expect(() => kms.encrypt(PLAIN, KEY)).toThrow("got unexpected nil transformer");
    delete plugin.streams.Status;
    const well = providerAt(plugin.endpoint, 20_000);
    await well.kms.check();
    expect(well.kms.decrypt(well.kms.encrypt(PLAIN, KEY), KEY).equals(PLAIN)).toBe(true);
  },
  HELD_MS * 2,
);

/** Speaks HTTP/2 by hand. */
async function rawPlugin(greet: (socket: Socket) => void): Promise<string> {
  const path = socketPath();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    greet(socket);
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `unix://${path}`;
}

const NO_STREAMS = Buffer.from([0, 3, 0, 0, 0, 0]);

test(
  "a plugin that takes no calls is an error in time",
  async () => {
    const endpoint = await rawPlugin((socket) => {
      socket.resume().write(encodeFrame(TYPE.settings, 0, 0, NO_STREAMS));
    });
    expect(await problemOf(providerAt(endpoint).kms)).toMatch(/no complete answer in 0\.\d+ s/);
  },
  HELD_MS,
);

test("a plugin that asks without an end, and reads no replies, loses its connection", async () => {
  const gone = new Promise<void>((resolve) => {
    void rawPlugin((socket) => {
      socket.on("close", () => resolve());
      const pings = Buffer.concat(
        Array.from({ length: 1000 }, () => encodeFrame(TYPE.ping, 0, 0, Buffer.alloc(8))),
      );
      socket.write(encodeFrame(TYPE.settings, 0, 0, Buffer.alloc(0)));
      const more = (): void => {
        while (!socket.destroyed && socket.write(pings)) {}
      };
      socket.on("drain", more);
      more();
    }).then((endpoint) => problemOf(providerAt(endpoint, 60_000).kms));
  });
  await gone;
});

const encryptAnswer = (given: {
  ciphertext?: Buffer;
  keyId?: string;
  annotations?: readonly Annotation[];
}): Buffer =>
  codec("EncryptResponse").encode({
    ciphertext: Buffer.from("c"),
    keyId: "key-1",
    annotations: [],
    ...given,
  });

const annotation = (key: string, size = 1): Annotation => ({ key, value: Buffer.alloc(size) });

test.each([
  ["an empty ciphertext", { ciphertext: Buffer.alloc(0) }, /encrypted DEK source is empty/],
  ["a long ciphertext", { ciphertext: Buffer.alloc(1025) }, /1025 bytes, which exceeds the max size of 1024/],
  ["no key", { keyId: "" }, /keyID is empty/],
  ["a long name of a key", { keyId: "k".repeat(1025) }, /keyID is 1025 bytes, which exceeds/],
  ["another key than its status", { keyId: "key-2" }, /failed to rotate DEK, statusKeyIDHash=/],
  [
    "large annotations",
    { annotations: [annotation("a.b", 32 * 1024)] },
    /total size of annotations is 32771/,
  ],
  ["an annotation without a name", { annotations: [annotation("")] }, /annotations: Invalid value: ""/],
  ["a wrong name", { annotations: [annotation("A\nB")] }, /annotations: Invalid value: "A\\nB"/],
  [
    "very many wrong names",
    { annotations: Array.from({ length: 60_000 }, () => annotation("", 0)) },
    /^.{1,20000}$/s,
  ],
  ["a huge ciphertext", { ciphertext: Buffer.alloc(2 ** 20) }, /more than 262144/],
])("a plugin that encrypts with %s is not used", async (_, answer, expected) => {
  const plugin = await hostilePlugin();
  const { kms } = providerAt(plugin.endpoint, 20_000);
  plugin.messages.Encrypt = () => encryptAnswer(answer);
  expect(await problemOf(kms)).toMatch(expected);
  expect(() => kms.encrypt(PLAIN, KEY)).toThrow("got unexpected nil transformer");
});

test.each([
  ["bytes that are no message", randomBytes(50)],
  ["another message", codec("EncryptResponse").encode({ ciphertext: Buffer.alloc(9), keyId: "k" })],
  ["a wrong version", codec("StatusResponse").encode({ version: "v1", healthz: "ok", keyId: "key-1" })],
  ["a wrong health", codec("StatusResponse").encode({ version: "v2", healthz: "o\nk", keyId: "key-1" })],
  ["no key", codec("StatusResponse").encode({ version: "v2", healthz: "ok", keyId: "" })],
])("a plugin whose status is %s is not well", async (_, message) => {
  const plugin = await hostilePlugin();
  plugin.messages.Status = () => message;
  expect(await problemOf(providerAt(plugin.endpoint, 20_000).kms)).not.toBe("");
});

test.each([
  ["nothing", Buffer.alloc(0), /invalid seed length 0/],
  ["a short seed", Buffer.alloc(31), /invalid seed length 31/],
  ["another seed", Buffer.alloc(32, 7), /message authentication failed/],
])(
  "a plugin that decrypts a seed to %s gives no data, and is asked again",
  async (_, plaintext, expected) => {
    const plugin = await hostilePlugin();
    const [writer, reader] = [providerAt(plugin.endpoint, 20_000), providerAt(plugin.endpoint, 20_000)];
    await Promise.all([writer.kms.check(), reader.kms.check()]);
    const stored = writer.kms.encrypt(PLAIN, KEY);
    plugin.messages.Decrypt = () => codec("DecryptResponse").encode({ plaintext });
    const problem = await (reader.kms.prepare(stored) ?? Promise.resolve())
      .then(() => reader.kms.decrypt(stored, KEY).toString())
      .catch(messageOf);
    expect(problem).toMatch(expected);
    delete plugin.messages.Decrypt;
    await reader.kms.prepare(stored);
    expect(reader.kms.decrypt(stored, KEY).equals(PLAIN)).toBe(true);
  },
);

test("a plugin with another key at every call is well, and what was written with each of them can be read", async () => {
  const plugin = await hostilePlugin();
  const { kms, clock } = providerAt(plugin.endpoint, 20_000);
  const stored: Buffer[] = [];
  for (let n = 0; n < 30; n++) {
    plugin.keyId = `key-${n}`;
    await kms.check();
    stored.push(kms.encrypt(PLAIN, KEY));
    clock.ms += 60_000;
  }
  expect(new Set(stored.map((one) => kms.formOf(one))).size).toBe(30);
  for (const one of stored) expect(kms.decrypt(one, KEY).equals(PLAIN)).toBe(true);
});

test("a plugin whose health changes at every call says so, and writes go on with its last key", async () => {
  const plugin = await hostilePlugin();
  const { kms, clock } = providerAt(plugin.endpoint, 20_000);
  await kms.check();
  for (let n = 0; n < 10; n++) {
    plugin.healthz = n % 2 === 0 ? "bad" : "ok";
    clock.ms += 60_000;
    expect(await problemOf(kms)).toBe(
      n % 2 === 0 ? "kmsv2 Provider test is not healthy, error: got unexpected healthz status: bad" : "",
    );
    expect(kms.decrypt(kms.encrypt(PLAIN, KEY), KEY).equals(PLAIN)).toBe(true);
  }
});
