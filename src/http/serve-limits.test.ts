import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { type ClientHttp2Session, connect as connectH2 } from "node:http2";
import { request as requestH1 } from "node:https";
import { connect as connectTcp, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { afterEach, describe, expect, it, vi } from "vitest";
import { newGate } from "../../test/tools/gate.tool.ts";
import { type Handler, LongBody, type ServerResponse } from "../api/exchange/exchange.ts";
import { createAuthority, issueServing } from "./certificates/issue.ts";
import { type ServeOptions, serve } from "./serve.ts";

const cleanups: (() => unknown)[] = [];

const now = Date.now();
const ca = await createAuthority({ commonName: "test-ca", now });
const serving = await issueServing(ca, { hosts: ["localhost", "127.0.0.1"], now });
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(handler: Handler, options: Partial<ServeOptions> = {}): Promise<number> {
  const server = await serve(handler, { ...serving, ...options });
  cleanups.push(() => server.close(50));
  return server.port;
}

/**
 * Opens a connection that sends the given bytes as soon as it is open. If the server allows little time, a
 * busy machine may not send them all; then the connection is closed all the same.
 */
function begin(port: number, alpn = "http/1.1"): TLSSocket {
  const socket = connectTls({ port, host: "127.0.0.1", ca: ca.cert, ALPNProtocols: [alpn] });
  socket.on("error", () => {});
  cleanups.push(() => socket.destroy());
  return socket;
}

async function dial(port: number, alpn?: string): Promise<TLSSocket> {
  const socket = begin(port, alpn);
  await once(socket, "secureConnect");
  return socket;
}

function h2(port: number): ClientHttp2Session {
  const session = connectH2(`https://127.0.0.1:${port}`, { ca: ca.cert });
  session.on("error", () => {});
  cleanups.push(() => session.destroy());
  return session;
}

/** Resolves when the connection has ended, even if the peer resets it: `once` would reject in that case. */
async function closed(socket: Socket): Promise<void> {
  socket.resume();
  if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
}

/** Sends something again and again, so that the connection is never silent. */
function drip(socket: Socket, bytes: string | Buffer, everyMs = 20): void {
  const timer = setInterval(() => socket.writable && socket.write(bytes), everyMs);
  socket.once("close", () => clearInterval(timer));
}

/** Sends bytes without end, each in a TLS record of its own. */
function oneByOne(socket: Socket, first: string | Buffer): void {
  const next = () => void (socket.writable && socket.write("x", next));
  socket.write(first, next);
}

const PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

function frame(type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}
const SETTINGS = frame(4, 0, 0);
/** `:method: GET`, `:scheme: https`, `:path: /`, `:authority: x`. */
const GET = Buffer.from([0x82, 0x87, 0x84, 0x41, 1, 0x78]);
const headers = (stream: number, flags: number): Buffer => frame(1, flags, stream, GET);
const END_STREAM = 1;
const END_HEADERS = 4;

const text = (body: ServerResponse["body"], status = 200): ServerResponse => ({
  status,
  headers: { "content-type": "text/plain" },
  ...(body === undefined ? {} : { body }),
});

describe("serve does not wait for", () => {
  it("a handshake that does not come", async () => {
    const port = await start(async () => text("ok"), { headerTimeoutMs: 200 });
    await closed(connectTcp({ port, host: "127.0.0.1" }));
  });

  it("a request that does not come", async () => {
    const port = await start(async () => text("ok"), { headerTimeoutMs: 200 });
    await closed(begin(port));
    await closed(begin(port, "h2"));
  });

  it("a head that comes in drops", async () => {
    const port = await start(async () => text("ok"), { headerTimeoutMs: 200 });
    const socket = begin(port);
    socket.write("GET / HTTP/1.1\r\nx: ");
    drip(socket, "x");
    await closed(socket);
  });

  it("HTTP/2 headers that never end, whatever else comes", async () => {
    const port = await start(async () => text("ok"), { headerTimeoutMs: 200 });
    const socket = begin(port, "h2");
    socket.write(Buffer.concat([Buffer.from(PREFACE), SETTINGS, headers(1, END_STREAM)]));
    await closed(socket);
    const pinging = begin(port, "h2");
    pinging.write(Buffer.concat([Buffer.from(PREFACE), SETTINGS]));
    drip(pinging, frame(6, 0, 0, Buffer.alloc(8)));
    await closed(pinging);
  });

  it("HTTP/2 headers that never end, after a request that did", async () => {
    const port = await start(async () => text("ok"), { keepAliveMs: 200 });
    const socket = await dial(port, "h2");
    socket.write(Buffer.concat([Buffer.from(PREFACE), SETTINGS, headers(1, END_STREAM | END_HEADERS)]));
    await once(socket, "data");
    socket.write(Buffer.concat([headers(3, END_STREAM), frame(9, 0, 3, Buffer.alloc(0))]));
    await closed(socket);
  });

  it("the rest of a body that was refused", async () => {
    const port = await start(async () => text("no", 403), { keepAliveMs: 200 });
    const socket = await dial(port);
    socket.write("POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n");
    drip(socket, "1\r\nx\r\n");
    await closed(socket);
  });
});

describe("serve stops", () => {
  it("a client that answers itself with pings", async () => {
    const port = await start(() => new Promise(() => {}));
    const socket = await dial(port, "h2");
    const pings = Buffer.concat(Array.from({ length: 1500 }, () => frame(6, 0, 0, Buffer.alloc(8))));
    socket.write(
      Buffer.concat([Buffer.from(PREFACE), SETTINGS, headers(1, END_STREAM | END_HEADERS), pings]),
    );
    await closed(socket);
  });

  it("a client that floods it with frames of unknown types", async () => {
    const port = await start(async () => text("ok"));
    const socket = await dial(port, "h2");
    socket.write(Buffer.concat([Buffer.from(PREFACE), SETTINGS]));
    const flood = () => void socket.write(frame(0xfa, 0, 0, Buffer.alloc(16_000)));
    const timer = setInterval(() => {
      for (let i = 0; i < 10 && socket.writableLength < 1 << 20; i++) flood();
    }, 1);
    socket.once("close", () => clearInterval(timer));
    await closed(socket);
  });

  it.each([
    ["http/1.1", "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100000000\r\n\r\n"],
    [
      "h2",
      Buffer.concat([Buffer.from(PREFACE), SETTINGS, frame(0xfa, 0, 0, Buffer.alloc(16_000)).subarray(0, 9)]),
    ],
  ])("a client over %s whose records of TLS have one byte each", async (alpn, first) => {
    const port = await start(async (request) => text(String((await request.body(1 << 30)).byteLength)));
    const socket = await dial(port, alpn);
    oneByOne(socket, first);
    await closed(socket);
  });

  it("reading a client that asks for more before it has its answers", async () => {
    const gate = newGate();
    let asked = 0;
    const port = await start(async () => {
      asked++;
      await gate.opened;
      return text("ok");
    });
    const socket = await dial(port);
    let answers = 0;
    socket.on("data", (piece) => {
      answers += String(piece).split("200 OK").length - 1;
    });
    const many = "GET / HTTP/1.1\r\nhost: x\r\n\r\n".repeat(100);
    for (let i = 0; i < 50; i++) await new Promise((written) => socket.write(many, written));
    await expect.poll(() => asked).toBeGreaterThan(0);
    await sleep(100);
    expect(asked).toBe(16);
    gate.open();
    await expect.poll(() => asked).toBe(5000);
    await expect.poll(() => answers).toBeGreaterThan(4900);
  });

  it("a client that resets what it asks for", async () => {
    let asked = 0;
    const port = await start(() => {
      asked++;
      return new Promise(() => {});
    });
    const socket = await dial(port, "h2");
    socket.write(Buffer.concat([Buffer.from(PREFACE), SETTINGS]));
    const cancel = Buffer.from([0, 0, 0, 8]);
    for (let i = 0; i < 3000; i++) {
      const stream = 2 * i + 1;
      socket.write(Buffer.concat([headers(stream, END_STREAM | END_HEADERS), frame(3, 0, stream, cancel)]));
    }
    await closed(socket);
    expect(asked).toBeLessThan(2000);
  });
});

describe("a client whose records have little in them", () => {
  const SENT = 300;
  const LENGTH = 100_000;

  /** Starts a server whose turns the test resolves, and which has received a part of a body byte by byte. */
  async function slowed() {
    const turn = newGate();
    let told = 0;
    const overheadTurn = (bytes: number) => {
      told += bytes;
      return turn.opened;
    };
    const answer: Handler = async (request) => text(String((await request.body(LENGTH)).byteLength));
    const port = await start(answer, { overheadTurn });
    const socket = await dial(port);
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${LENGTH}\r\n\r\n`);
    for (let i = 0; i < SENT; i++) await new Promise((written) => socket.write("x", written));
    await expect.poll(() => told).toBeGreaterThan(0);
    return { turn, socket };
  }

  it("is read on when it has its turn", async () => {
    const { turn, socket } = await slowed();
    let answer = "";
    socket.on("data", (piece) => {
      answer += String(piece);
    });
    socket.write("x".repeat(LENGTH - SENT));
    await sleep(100);
    expect(answer).toBe("");
    turn.open();
    await expect.poll(() => answer).toContain("200 OK");
  });

  it("may leave before it has its turn", async () => {
    const { turn, socket } = await slowed();
    socket.destroy();
    turn.open();
    await closed(socket);
  });
});

describe.each(["http/1.1", "h2"])("over %s", (protocol) => {
  it("a connection can be ended with all that is under way on it", async () => {
    const port = await start((request) => {
      request.hangUp?.();
      return new Promise(() => {});
    });
    await closed(await askOnly(port));
  });

  /** Sends a request and reads nothing. */
  async function askOnly(port: number): Promise<Socket> {
    const socket = await dial(port, protocol);
    socket.pause();
    const ask =
      protocol === "h2"
        ? Buffer.concat([Buffer.from(PREFACE), SETTINGS, headers(1, END_STREAM | END_HEADERS)])
        : "GET / HTTP/1.1\r\nhost: x\r\n\r\n";
    socket.write(ask);
    return socket;
  }

  const GREAT = Buffer.alloc(20 << 20);

  it("a response that the client does not read is broken off", async () => {
    let signal: AbortSignal | undefined;
    const port = await start(
      async (request) => {
        signal = request.signal;
        return text(GREAT);
      },
      { sendTimeoutMs: 200 },
    );
    await askOnly(port);
    await expect.poll(() => signal?.aborted).toBe(true);
  });

  it("a long body is made as it is read, and given up with its reader", async () => {
    let made = 0;
    let left = false;
    function* pieces() {
      try {
        for (; made < 1000; made++) yield Buffer.alloc(100_000);
      } finally {
        left = true;
      }
    }
    const port = await start(async () => text(new LongBody(pieces())), { sendTimeoutMs: 300 });
    await askOnly(port);
    await expect.poll(() => left).toBe(true);
    expect(made).toBeLessThan(200);
  });

  it("a stream that is silent is left alone, one that is not read is not", async () => {
    const more = newGate();
    let left = false;
    async function* watch() {
      try {
        yield "first\n";
        await more.opened;
        for (;;) yield GREAT.toString();
      } finally {
        left = true;
      }
    }
    const port = await start(async () => text(watch()), { sendTimeoutMs: 100 });
    await askOnly(port);
    await sleep(400);
    expect(left).toBe(false);
    more.open();
    await expect.poll(() => left).toBe(true);
  });

  it("those who have not read for longest go first when memory is short", async () => {
    const signals: AbortSignal[] = [];
    const port = await start(
      async (request) => {
        signals.push(request.signal);
        return text(GREAT);
      },
      { maxUnsentBytes: GREAT.length },
    );
    await askOnly(port);
    await expect.poll(() => signals.length).toBe(1);
    // No response is discarded in the first second.
    await sleep(1500);
    await askOnly(port);
    await expect.poll(() => signals.map((signal) => signal.aborted)).toEqual([true, false]);
  });
});

describe("a long body", () => {
  function* pieces() {
    for (let i = 0; i < 100; i++) yield Buffer.from(`${i}`.padStart(10_000));
  }
  const whole = Buffer.concat([...pieces()]).toString();

  it("arrives whole", async () => {
    const port = await start(async () => text(new LongBody(pieces())));
    const request = requestH1({ host: "127.0.0.1", port, ca: ca.cert, agent: false }).end();
    const [response] = (await once(request, "response")) as [IncomingMessage];
    let first = "";
    for await (const piece of response) first += String(piece);
    expect(first === whole).toBe(true);
    const stream = h2(port).request({ ":path": "/" });
    let second = "";
    for await (const piece of stream) second += String(piece);
    expect(second === whole).toBe(true);
  });

  it("that fails is not taken for whole", async () => {
    function* failing() {
      yield Buffer.from("part");
      throw new Error("lost");
    }
    const seen: unknown[] = [];
    const port = await start(async () => text(new LongBody(failing())), { onError: (e) => seen.push(e) });
    const stream = h2(port).request({ ":path": "/" });
    await expect(once(stream, "end")).rejects.toThrow();
    expect(seen).toEqual([new Error("lost")]);
  });
});

describe("connections", () => {
  it("the one that has been idle for longest makes room for a new one", async () => {
    const [asked, late] = [newGate(), newGate()];
    const answer: Handler = () => {
      asked.open();
      return late.opened.then(() => text("late"));
    };
    const port = await start(answer, { maxConnections: 2 });
    const busy = await dial(port);
    busy.write("GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    await asked.opened;
    const idle = await dial(port);
    const third = await dial(port);
    await closed(idle);
    late.open();
    expect(String((await once(busy, "data"))[0])).toContain("200 OK");
    expect(third.destroyed).toBe(false);
  });

  it("a new one finds no place when all are in use", async () => {
    const asked = newGate();
    const never: Handler = () => {
      asked.open();
      return new Promise(() => {});
    };
    const port = await start(never, { maxConnections: 1 });
    const busy = await dial(port);
    busy.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    await asked.opened;
    await expect(dial(port)).rejects.toThrow();
    expect(busy.destroyed).toBe(false);
  });
});

describe("bodies that no handler reads", () => {
  /** Time between the response to a refused request and the end of its connection. */
  const LAST_WORD_MS = 500;

  it("fill no memory: an HTTP/2 client can send little before the handler reads", async () => {
    const read = newGate();
    const port = await start(async (request) => {
      await read.opened;
      return text(String((await request.body(1 << 20)).byteLength));
    });
    const session = h2(port);
    const stream = session.request({ ":method": "POST", ":path": "/" });
    stream.end(Buffer.alloc(500_000));
    await sleep(200);
    expect(session.socket.bytesWritten).toBeLessThan(100_000);
    read.open();
    let answer = "";
    for await (const piece of stream) answer += String(piece);
    expect(answer).toBe("500000");
  });

  it("are read no longer than a client needs to see why", async () => {
    const port = await start(async () => text("no", 403));
    const socket = await dial(port);
    const piece = Buffer.concat([Buffer.from("10000\r\n"), Buffer.alloc(1 << 16, 120), Buffer.from("\r\n")]);
    let sent = 0;
    const flood = () => {
      sent += piece.length;
      socket.write(piece);
    };
    socket.on("drain", flood);
    socket.write("POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n");
    flood();
    let answer = "";
    socket.on("data", (bytes) => {
      answer += String(bytes);
    });
    await closed(socket);
    expect(answer).toContain("403 Forbidden");
    expect(answer.toLowerCase()).toContain("connection: close");
    expect(sent).toBeLessThan(32 << 20);
  });

  it.each([
    ["content-length: 10000", "keep-alive"],
    ["content-length: 1000000", "close"],
    ["transfer-encoding: chunked", "close"],
  ])("of %s that have not all come end with connection: %s", async (header, connection) => {
    const port = await start(async () => text("no", 403));
    const socket = await dial(port);
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${header}\r\n\r\n`);
    const [answer] = await once(socket, "data");
    expect(String(answer).toLowerCase()).toContain(`connection: ${connection}`);
    socket.destroy();
  });

  it("do not take the answer from a client that is still sending", async () => {
    const port = await start(async () => text("no", 403));
    const options = { port, host: "127.0.0.1", ca: ca.cert, allowHalfOpen: true };
    // The server waits for half a second, which begins when everything has been sent.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    cleanups.push(() => void vi.useRealTimers());
    const socket = connectTls(options).on("error", () => {});
    cleanups.push(() => socket.destroy());
    socket.write("POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n");
    socket.resume();
    await once(socket, "end");
    for (let i = 0; i < 3; i++) {
      const error = await new Promise((written) => socket.write("1\r\nx\r\n", written));
      expect(error ?? undefined).toBeUndefined();
      await sleep(20);
    }
    socket.end("0\r\n\r\n");
    vi.advanceTimersByTime(LAST_WORD_MS);
    await closed(socket);
  });

  it("are known to the handler by their bytes, once", async () => {
    const told: (number | undefined)[] = [];
    const port = await start(async (request) => {
      if (request.path === "/read") await request.body(1 << 20);
      told.push(request.unwantedBytes?.(), request.unwantedBytes?.());
      return text("ok");
    });
    const socket = await dial(port);
    for (const path of ["/read", "/drop"]) {
      socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 10000\r\n\r\n${"x".repeat(10_000)}`);
      await once(socket, "data");
    }
    const [read = 0, again, drop = 0] = told;
    expect([read < 10_000, again, drop >= 10_000]).toEqual([true, 0, true]);
  });

  it("are refused with the answer", async () => {
    const port = await start(async () => text("no", 403));
    const session = h2(port);
    const stream = session.request({ ":method": "POST", ":path": "/" });
    stream.on("error", () => {});
    let status = 0;
    let answer = "";
    stream.on("response", (head) => {
      status = head[":status"] ?? 0;
    });
    stream.on("data", (piece) => {
      answer += String(piece);
    });
    const gone = new Promise((resolve) => stream.once("close", resolve));
    stream.write(Buffer.alloc(500_000));
    await gone;
    expect([status, answer]).toEqual([403, "no"]);
  });
});
