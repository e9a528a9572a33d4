import { once } from "node:events";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { connect, type TLSSocket } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { newGate } from "../../test/tools/gate.tool.ts";
import type { Handler, ServerRequest, ServerResponse } from "../api/exchange/exchange.ts";
import { createAuthority, issueServing } from "./certificates/issue.ts";
import { type Listening, serve } from "./serve.ts";

const running: Listening[] = [];

const now = Date.now();
const ca = await createAuthority({ commonName: "test-ca", now });
const serving = await issueServing(ca, { hosts: ["127.0.0.1"], now });
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close(200)));
});

async function start(handler: Handler): Promise<Listening> {
  const server = await serve(handler, serving);
  running.push(server);
  return server;
}

/** Yields these pieces, and then nothing until the client has gone. */
function saying(
  pieces: readonly (string | Uint8Array)[],
  left?: () => void,
  how?: Pick<ServerResponse, "messagesAre">,
): Handler {
  async function* body() {
    yield* pieces;
    await new Promise<void>(() => {});
  }
  return async () => ({ status: 101, headers: {}, body: untilLeft(body(), left), ...how });
}

/** A generator that waits does not react to `return()`. */
function untilLeft<T>(pieces: AsyncGenerator<T, void>, left?: () => void): AsyncIterable<T> {
  const leave = async () => {
    left?.();
    return { done: true as const, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next: () => pieces.next(), return: leave }) };
}

const open = ({ port }: Listening, protocols: readonly string[] = [], origin = "http://localhost") =>
  new WebSocket(`wss://127.0.0.1:${port}/`, [...protocols], {
    ca: ca.cert,
    ...(origin === "" ? {} : { origin }),
  });

async function raw(
  { port }: Listening,
  ...heads: readonly string[]
): Promise<{ socket: TLSSocket; text: () => string }> {
  const socket = connect({ host: "127.0.0.1", port, ca: ca.cert, ALPNProtocols: ["http/1.1"] });
  let text = "";
  socket.on("data", (piece) => {
    text += String(piece);
  });
  await once(socket, "secureConnect");
  for (const head of heads) socket.write(head.replaceAll("\n", "\r\n"));
  return { socket, text: () => text };
}

const ASKING = `GET / HTTP/1.1
Host: x
Connection: Upgrade
Upgrade: websocket
`;

test("each piece is a message: text as text, bytes as bytes", async () => {
  const server = await start(saying(["one\n", Buffer.from([0, 255]), "", "two"]));
  const socket = open(server, ["base64url.bearer.authorization.k8s.io.YQ", "base64.binary.k8s.io"]);
  const messages: (string | Buffer)[] = [];
  socket.on("message", (data: Buffer, isBinary) => messages.push(isBinary ? data : data.toString()));
  await expect.poll(() => messages).toEqual(["one\n", Buffer.from([0, 255]), "two"]);
  expect(socket.protocol).toBe("base64.binary.k8s.io");
  socket.terminate();
});

test("bytes are text where all messages are texts", async () => {
  const server = await start(saying([Buffer.from("é\n"), "two"], undefined, { messagesAre: "texts" }));
  const socket = open(server);
  const messages: [string, boolean][] = [];
  socket.on("message", (data: Buffer, isBinary) => messages.push([data.toString(), isBinary]));
  await expect
    .poll(() => messages)
    .toEqual([
      ["é\n", false],
      ["two", false],
    ]);
  socket.terminate();
});

test.each([125, 126, 65_535, 65_536, 300_000])("a message may have %i bytes", async (length) => {
  const piece = Buffer.alloc(length, "ab");
  const server = await start(saying([piece, "end"], undefined, { messagesAre: "texts" }));
  const both = await Promise.all([open(server), open(server)].map(messagesUntilTheEnd));
  for (const [first] of both) expect(first?.equals(piece)).toBe(true);
});

async function messagesUntilTheEnd(socket: WebSocket): Promise<readonly Buffer[]> {
  const messages: Buffer[] = [];
  socket.on("message", (data: Buffer) => messages.push(data));
  await expect.poll(() => messages.at(-1)?.toString()).toBe("end");
  socket.terminate();
  return messages;
}

test("the end of the body closes it, and a client that goes ends the body", async () => {
  const ended = await start(async () => ({
    status: 101,
    headers: {},
    body: (async function* () {
      yield "last";
    })(),
  }));
  const [code] = (await once(open(ended), "close")) as [number];
  expect(code).toBe(1000);

  const left = newGate();
  const socket = open(await start(saying(["one"], left.open)));
  await once(socket, "message");
  socket.close();
  await left.opened;
});

test("a server that closes ends its WebSockets", async () => {
  const server = await start(saying(["one"]));
  const socket = open(server);
  await once(socket, "message");
  const [[code]] = await Promise.all([once(socket, "close") as Promise<[number]>, server.close(5000)]);
  expect(code).toBe(1000);
});

test.each([
  ["", "HTTP/1.1 400 Bad Request\r\n\r\nmismatch challenge/response"],
  [
    "Sec-WebSocket-Key: x\n",
    "HTTP/1.1 400 Bad Request\r\nSec-WebSocket-Version: 13\r\n\r\nmissing or bad WebSocket Version",
  ],
  ["Sec-WebSocket-Key: x\nSec-WebSocket-Version: 13\n", "HTTP/1.1 403 Forbidden\r\n\r\n"],
  [
    "Sec-WebSocket-Key: x\nSec-WebSocket-Version: 13\nOrigin: http://a\nSec-WebSocket-Protocol: a, b\n",
    "HTTP/1.1 400 Bad Request\r\n\r\n",
  ],
])("a handshake with %j is refused", async (headers, answer) => {
  const left = newGate();
  const { socket, text } = await raw(await start(saying(["one"], left.open)), `${ASKING}${headers}\n`);
  await once(socket, "close");
  expect(text()).toBe(answer);
  await left.opened;
});

test("what is refused gets an ordinary answer, and the connection ends", async () => {
  const server = await start(async () => ({ status: 403, headers: {}, body: "no" }));
  const { socket, text } = await raw(server, `${ASKING}\n`);
  await once(socket, "close");
  expect(text()).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n(.*\r\n)*content-length: 2\r\n(.*\r\n)*\r\nno$/i);
});

const answering = async (request: ServerRequest) => {
  const body = Buffer.from(await request.body(100)).toString();
  return { status: 200, headers: {}, body: `answer ${request.path} ${request.headers.upgrade} ${body}` };
};

test("requests for other protocols are ordinary ones on a connection that stays", async () => {
  const { socket, text } = await raw(
    await start(answering),
    "GET /1 HTTP/1.1\nHost: x\nConnection: Upgrade, HTTP2-Settings, keep-alive\nUpgrade: h2c\n\n",
    "GET /2 HTTP/1.1\nHost: x\n\n",
  );
  await expect.poll(text).toMatch(/answer \/1 h2c [\s\S]*answer \/2 undefined /);
  socket.destroy();
});

test.each([
  "Upgrade: h2c\nContent-Length: 3\n\nabc",
  "Upgrade: websocket\nTransfer-Encoding: chunked\n\n3\nabc\n0\n\n",
])("a request with a body is an ordinary one: %j", async (rest) => {
  const { socket, text } = await raw(
    await start(answering),
    `POST /1 HTTP/1.1\nHost: x\nConnection: upgrade\n${rest}`,
  );
  await expect.poll(text).toMatch(/answer \/1 (?:h2c|websocket) abc/);
  socket.destroy();
});

test("a client that floods is cut off; one that says a little is not heard", async () => {
  const server = await start(saying(["one"]));
  const quiet = open(server);
  const noisy = open(server);
  await Promise.all([once(quiet, "message"), once(noisy, "message")]);
  quiet.send("hello");
  noisy.on("error", () => {});
  const closed = once(noisy, "close");
  for (let i = 0; i < 5000; i++) noisy.ping();
  await closed;
  await sleep(0);
  expect(quiet.readyState).toBe(WebSocket.OPEN);
  quiet.send("x".repeat(100_000));
  const [code] = (await once(quiet, "close")) as [number];
  expect(code).toBe(1009);
});

test("a message in very many pieces ends its WebSocket", async () => {
  const socket = open(await start(saying(["x"])));
  await once(socket, "message");
  for (let i = 0; i < 100; i++) socket.send("", { fin: false });
  const [code] = (await once(socket, "close")) as [number];
  expect(code).toBe(1008);
});

test("what is said to a client that says farewell is dropped", async () => {
  const ended = newGate();
  async function* body() {
    for (;;) {
      yield "more";
      await setImmediate();
    }
  }
  const handler = async () => ({ status: 101, headers: {}, body: untilLeft(body(), ended.open) });
  const socket = open(await start(handler));
  await once(socket, "message");
  socket.close();
  await ended.opened;
});

test("a client that goes before its request is answered is noticed", async () => {
  const arrived = newGate();
  const gone = newGate();
  const server = await start(async (request) => {
    request.signal.addEventListener("abort", () => gone.open());
    arrived.open();
    await gone.opened;
    return { status: 101, headers: {} };
  });
  const { socket } = await raw(server, `${ASKING}\n`);
  await arrived.opened;
  socket.write("early");
  socket.end();
  await gone.opened;
});

test("a client that sends very much before its request is answered is cut off", async () => {
  const server = await start(() => new Promise(() => {}));
  const { socket } = await raw(server, `${ASKING}\n`);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  // Whether the client sees a reset depends on what it has sent by then.
  socket.on("error", () => {}).write(Buffer.alloc(1 << 20));
  await closed;
});
