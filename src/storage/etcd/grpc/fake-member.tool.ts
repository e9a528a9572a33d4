import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import { type AddressInfo, connect, createServer as createDoor, type Socket } from "node:net";
import { FrameReader, frameOf } from "./frames.ts";

/** A member for tests: `answer` is called with every call, and does what it likes. */
export interface FakeMember {
  readonly url: string;
  readonly sessions: ServerHttp2Session[];
  /** Paths of the calls, in their order. */
  readonly calls: string[];
  /** Accepts bytes and sends no more answers, not even to pings, like a stopped process. */
  hang(): void;
  close(): Promise<void>;
}

export interface FakeCall {
  readonly stream: ServerHttp2Stream;
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly message: Buffer;
  reply(message: Buffer): void;
  status(code: number, text?: string): void;
}

export async function fakeMember(answer: (call: FakeCall) => void): Promise<FakeMember> {
  const server: Http2Server = createServer();
  const outside = new Set<Socket>();
  const door = createDoor((socket) => {
    outside.add(socket.on("error", () => {}));
    const inside = connect((server.address() as AddressInfo).port, "127.0.0.1", () =>
      socket.pipe(inside).pipe(socket),
    ).on("error", () => socket.destroy());
  });
  const sessions: ServerHttp2Session[] = [];
  const calls: string[] = [];
  server.on("session", (session) => sessions.push(session));
  server.on("stream", (stream: ServerHttp2Stream, headers) => {
    const path = String(headers[":path"]);
    calls.push(path);
    const frames = new FrameReader(2 ** 20);
    stream.on("error", () => {});
    stream.on("data", (piece: Buffer) => {
      for (const message of frames.push(piece)) answer(callOf(stream, path, headers, message));
    });
  });
  for (const one of [server, door])
    await new Promise<void>((resolve) => one.listen(0, "127.0.0.1", () => resolve()));
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    sessions,
    calls,
    hang() {
      for (const socket of outside) socket.unpipe().pause();
    },
    async close() {
      for (const session of sessions) session.destroy();
      for (const socket of outside) socket.destroy();
      for (const one of [server, door]) await new Promise((resolve) => one.close(resolve));
    },
  };
}

function callOf(
  stream: ServerHttp2Stream,
  path: string,
  headers: Readonly<Record<string, unknown>>,
  message: Buffer,
): FakeCall {
  const respond = (): void => {
    if (!stream.headersSent)
      stream.respond({ "content-type": "application/grpc" }, { waitForTrailers: true });
  };
  const trailers = (code: number, text: string): void => {
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": code, "grpc-message": text }));
    stream.end();
  };
  return {
    stream,
    path,
    headers,
    message,
    reply(bytes) {
      respond();
      stream.write(frameOf(bytes));
    },
    status(code, text = "") {
      respond();
      trailers(code, text);
    },
  };
}
