import { createServer, type ServerHttp2Stream, type ServerOptions } from "node:http2";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { encodeFrame, FrameCutter, TYPE, uint32 } from "./frames.ts";
import { encodeHeaders } from "./headers.ts";
import { Http2Client } from "./http2-client.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

type Answer = (stream: ServerHttp2Stream, body: Buffer) => void;

/** A client that was greeted by Node's server. */
async function talk(answer: Answer, options: ServerOptions = {}): Promise<Http2Client> {
  const server = createServer(options);
  server.on("stream", (stream: ServerHttp2Stream) => {
    const pieces: Buffer[] = [];
    stream.on("error", () => {});
    stream.on("data", (piece: Buffer) => pieces.push(piece));
    stream.on("end", () => answer(stream, Buffer.concat(pieces)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve) => {
    const client = new Http2Client(connect(port, "127.0.0.1"), {
      greeted: () => resolve(client),
      closed: () => {},
    });
    ends.push(
      () => server.close(),
      () => client.destroy("the test is over"),
    );
  });
}

/** Before the frames of a client. */
const PREFACE_BYTES = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".length;
const HEADERS = encodeHeaders({ ":method": "POST", ":path": "/", ":scheme": "http", ":authority": "a" });

interface Answered {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly reason: number;
}

function ask(client: Http2Client, body: Buffer): Promise<Answered> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    const headers: Record<string, string> = {};
    const stream = client.request(HEADERS, {
      headers: (found) => Object.assign(headers, Object.fromEntries(found)),
      data: (piece) => pieces.push(piece),
      closed: (reason) => resolve({ body: Buffer.concat(pieces), headers, reason }),
    });
    stream.send(body, true);
  });
}

const echo: Answer = (stream, body) => {
  stream.respond({ ":status": 200, "x-length": body.length });
  stream.end(body);
};

test("Http2Client carries what is longer than every window, both ways, several at once", async () => {
  const client = await talk(echo, { settings: { initialWindowSize: 1000 } });
  const bodies = [0, 1, 999, 1001, 70_000, 5_000_000].map((size) => Buffer.alloc(size, size % 251));
  const answers = await Promise.all(bodies.map((body) => ask(client, body)));
  for (const [i, { body, headers, reason }] of answers.entries()) {
    expect(body.equals(bodies[i] as Buffer)).toBe(true);
    expect(headers[":status"]).toBe("200");
    expect(reason).toBe(0);
  }
});

test("Http2Client reads headers that are longer than a frame", async () => {
  const long = "a1-:%".repeat(8000);
  const client = await talk((stream) => {
    stream.respond({ ":status": 200, "grpc-message": long });
    stream.end();
  });
  expect((await ask(client, Buffer.from("x"))).headers["grpc-message"]).toBe(long);
});

test("Http2Client begins no more streams than the other side wants", async () => {
  const waiting: (() => void)[] = [];
  let [now, most, answered] = [0, 0, 0];
  const client = await talk(
    (stream, body) => {
      most = Math.max(most, ++now);
      waiting.push(() => {
        now--;
        answered++;
        echo(stream, body);
      });
      // While there are enough requests, the maximum number of them is in progress.
      if (now === 3 || answered >= 37) for (const go of waiting.splice(0)) go();
    },
    { settings: { maxConcurrentStreams: 3 } },
  );
  await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      while (client.full) await client.room();
      expect((await ask(client, Buffer.from(String(n)))).body.toString()).toBe(String(n));
    }),
  );
  expect(most).toBe(3);
});

test("Http2Client hears that a stream was refused, or broken off", async () => {
  const client = await talk((stream, body) => stream.close(Number(String(body))));
  expect((await ask(client, Buffer.from("7"))).reason).toBe(7);
  expect((await ask(client, Buffer.from("2"))).reason).toBe(2);
  expect(client.usable).toBe(true);
});

test("Http2Client gets its pings back", async () => {
  const client = await talk(echo);
  await new Promise<void>((resolve) => client.ping(resolve));
});

test.each([
  ["a push", encodeFrame(TYPE.push, 4, 1, Buffer.alloc(8))],
  ["a frame that is too long", Buffer.from("ffffff000000000001", "hex")],
  [
    "headers that do not go on",
    Buffer.concat([
      encodeFrame(TYPE.headers, 0, 1, Buffer.from([0x88])),
      encodeFrame(TYPE.ping, 0, 0, uint32(0, 0)),
    ]),
  ],
  ["padding without end", encodeFrame(TYPE.data, 8, 1, Buffer.from([9]))],
  ["a frame that is too short", encodeFrame(TYPE.goaway, 0, 0, Buffer.alloc(2))],
])("Http2Client breaks off after %s", async (_, bytes) => {
  const { createServer: createTcp } = await import("node:net");
  const server = createTcp((socket) => {
    socket.on("error", () => {});
    socket.write(encodeFrame(TYPE.settings, 0, 0, Buffer.alloc(0)));
    // Once the request has come, so that there is a stream.
    const frames = new FrameCutter();
    let preface = PREFACE_BYTES;
    socket.on("data", (piece) => {
      const came = frames.push(piece.subarray(preface));
      preface = Math.max(0, preface - piece.length);
      if (came.some(({ type }) => type === TYPE.headers)) socket.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const why = await new Promise<string>((resolve) => {
    const client: Http2Client = new Http2Client(
      connect((server.address() as AddressInfo).port, "127.0.0.1"),
      {
        greeted: () => void ask(client, Buffer.from("x")),
        closed: resolve,
      },
    );
  });
  expect(why).not.toBe("the connection was closed");
  server.close();
});

test("FrameCutter cuts pieces of any size", () => {
  const frames = Array.from({ length: 20 }, (_, n) => encodeFrame(n, 1, n, Buffer.alloc(n * 13, n)));
  const whole = Buffer.concat(frames);
  for (const size of [1, 5, 9, 10, 100, whole.length]) {
    const cutter = new FrameCutter();
    const found = [];
    for (let at = 0; at < whole.length; at += size) found.push(...cutter.push(whole.subarray(at, at + size)));
    expect(found.map(({ type, stream, payload }) => [type, stream, payload.length])).toEqual(
      frames.map((_, n) => [n, n, n * 13]),
    );
  }
});
