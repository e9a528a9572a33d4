import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import type { Random } from "../../../../../tools/differential/random.ts";
import { allowing, type Behaviour, type Call, type Deed, drip, flood, http, type Outcome } from "../call.ts";

const raw = (outcome: Outcome, make: (call: Call) => string | Buffer): Deed => ({
  outcome,
  act: (call) => void call.socket.write(make(call)),
});
/** It ends the connection: some of these would else have to be waited for. */
const last = (outcome: Outcome, make: (call: Call) => string | Buffer): Deed => ({
  outcome,
  act: (call) => void call.socket.end(make(call)),
});
const headed = (call: Call, lines: readonly string[], first = "HTTP/1.1 200 OK"): string =>
  `${[first, "content-type: application/json", ...lines].join("\r\n")}\r\n\r\n${allowing(call)}`;

const lengthOf = (call: Call): number => Buffer.byteLength(allowing(call));
const chunked = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`;
const CHUNKED = "transfer-encoding: chunked";

/** Content-Length headers with wrong lengths. */
const LENGTHS: readonly ((length: number) => string[])[] = [
  (length) => [`content-length: ${length - 20}`],
  (length) => [`content-length: ${length + 20}`],
  (length) => [`content-length: ${length}`, `content-length: ${length + 1}`],
  () => ["content-length: -1"],
  () => ["content-length: 0"],
  () => ["content-length: 99999999999999999999999"],
  () => ["content-length: 18446744073709551616"],
  () => ["content-length: abc"],
  (length) => [`content-length: 0x${length.toString(16)}`],
  (length) => [`content-length: +${length}`],
  (length) => [`content-length: ${length}, ${length + 1}`],
];
const BAD_CHUNKS: readonly ((text: string) => string)[] = [
  (text) => `zz\r\n${text}\r\n0\r\n\r\n`,
  (text) => `-5\r\n${text}\r\n0\r\n\r\n`,
  (text) => `ffffffffffffffffff\r\n${text}`,
  (text) => `${text.length.toString(16)}\r\n${text}`,
  (text) => `${text.length.toString(16)}\r\n${text}XX0\r\n\r\n`,
  (text) => `${(text.length - 9).toString(16)}\r\n${text}\r\n0\r\n\r\n`,
  (text) => `\r\n\r\n${text}`,
  (text) => `0x5\r\n${text}\r\n0\r\n\r\n`,
];
const STATUS_LINES = [
  "HTTP/1.1 200",
  "HTTP/1.1  200 OK",
  "HTTP/1.1 2000 OK",
  "HTTP/1.1 -20 OK",
  "HTTP/1.1 abc OK",
  "HTTP/9.9 200 OK",
  "HTTP/2 200 OK",
  "http/1.1 200 OK",
  "ICY 200 OK",
  "200 OK",
  "\0\0\0",
  "<html>",
  "HTTP/1.1 200 \x01\x02\xff",
  `HTTP/1.1 200 ${"x".repeat(70_000)}`,
];
const HEADERS = [
  "x",
  ": y",
  "x y: z",
  "x : z",
  "x: \0",
  "x: a\rb",
  " x: folded",
  "x: \x80\xff",
  "\x80: y",
  "connection: upgrade, close, keep-alive",
  "keep-alive: timeout=0, max=-1",
  "set-cookie: a=b",
  "content-type: text/plain",
  "content-encoding: ",
  "transfer-encoding: identity",
  "upgrade: h2c",
  "location: https://127.0.0.1:1/",
  "retry-after: 0",
  "date: never",
  "trailer: content-length",
  `x: ${"y".repeat(1 << 20)}`,
];
const LOCATIONS = [
  "/hook",
  "",
  "//",
  "///x",
  ":",
  "http://127.0.0.1:1/",
  "http://127.0.0.1:0/",
  "https://127.0.0.1:99999/",
  "ftp://127.0.0.1/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "https://[::1",
  "https://user:password@127.0.0.1:1/",
  "%zz",
  "\x80",
  "?x",
  `/${"x".repeat(100_000)}`,
];
/** The expensive ones once. */
const BOMB = gzipSync(Buffer.alloc(64 << 20, 32), { level: 1 });

const status = (random: Random): number =>
  random.pick([
    random.int(200, 599),
    random.int(100, 999),
    200,
    201,
    204,
    205,
    206,
    207,
    226,
    304,
    401,
    408,
    429,
    500,
    503,
  ]);

function outcomeOf(code: number): Outcome {
  if (code === 200 || code === 201 || code === 202 || code === 203) return "yes";
  return code >= 204 && code <= 206 ? "maybe" : "no";
}

/** Messages of HTTP/1.1, most of them malformed. */
export const MESSAGES: Readonly<Record<string, Behaviour>> = {
  "wrong-content-length": (random) => {
    const lengths = random.pick(LENGTHS);
    return last("no", (call) => headed(call, lengths(lengthOf(call))));
  },
  "wrong-chunks": (random) => {
    const bad = random.pick(BAD_CHUNKS);
    return last("no", (call) => headed(call, [CHUNKED]).replace(allowing(call), bad));
  },
  "long-chunk-extension": () =>
    last("maybe", (call) => {
      const text = allowing(call);
      return headed(call, [CHUNKED]).replace(
        text,
        `${text.length.toString(16)};${"x".repeat(100_000)}\r\n${text}\r\n0\r\n\r\n`,
      );
    }),
  "chunks-and-length": () =>
    last("maybe", (call) => headed(call, [CHUNKED, "content-length: 5"]).replace(allowing(call), chunked)),
  "other-transfer-encoding": (random) => {
    const encoding = random.pick(["gzip", "gzip, chunked", "chunked, gzip", "chunked, chunked", "x", ""]);
    return last("maybe", (call) => headed(call, [`transfer-encoding: ${encoding}`]));
  },
  trailers: (random) => {
    const trailers = random.pick([
      "x: y",
      "content-length: 3",
      "x",
      "a: b\r\n".repeat(2_000).trimEnd(),
      `x: ${"y".repeat(90_000)}`,
    ]);
    return last("maybe", (call) => {
      const text = allowing(call);
      return headed(call, [CHUNKED]).replace(
        text,
        `${text.length.toString(16)}\r\n${text}\r\n0\r\n${trailers}\r\n\r\n`,
      );
    });
  },
  "odd-status-line": (random) => {
    const line = random.pick(STATUS_LINES);
    return last("maybe", (call) => headed(call, [`content-length: ${lengthOf(call)}`], line));
  },
  "odd-headers": (random) => {
    const lines = random.times(1, 3, () => random.pick(HEADERS));
    return last("maybe", (call) => headed(call, [`content-length: ${lengthOf(call)}`, ...lines]));
  },
  "20,000-headers": () =>
    last("maybe", (call) =>
      headed(call, [`content-length: ${lengthOf(call)}`, ..."x: y,".repeat(20_000).split(",")]),
    ),
  "http-1.0": () => last("yes", (call) => headed(call, [], "HTTP/1.0 200 OK")),
  "http-0.9": () => last("no", (call) => allowing(call)),
  "continue-first": (random) => {
    const count = random.int(1, 4);
    return raw("yes", (call) => "HTTP/1.1 100 Continue\r\n\r\n".repeat(count) + String(http(allowing(call))));
  },
  "hints-first": (random) => {
    const count = random.int(1, 4);
    return raw(
      "maybe",
      (call) => "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n".repeat(count) + String(http(allowing(call))),
    );
  },
  "hints-without-end": (random) => {
    const code = random.pick([100, 102, 103, 199]);
    return { outcome: "no", act: (call) => flood(call, () => `HTTP/1.1 ${code} More\r\n\r\n`.repeat(1_000)) };
  },
  "hints-in-drops": () => ({
    outcome: "no",
    act: (call) => drip(call, 50, () => "HTTP/1.1 103 Early Hints\r\n\r\n"),
  }),
  "switching-protocols": () =>
    raw("no", () => "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n{}"),
  "redirect-to-itself": (random) => {
    const code = random.pick([301, 302, 303, 307, 308]);
    return raw("no", ({ path }) => http("", { status: code, headers: [`location: ${path}`] }));
  },
  "redirect-elsewhere": (random) => {
    const [code, location] = [random.int(300, 310), random.pick(LOCATIONS)];
    return raw("no", () => http("", { status: code, headers: [`location: ${location}`] }));
  },
  "any-status": (random) => {
    const code = status(random);
    return last(outcomeOf(code), (call) => http(allowing(call), { status: code }));
  },
  "retry-after": (random) => {
    const [code, wait] = [
      random.pick([429, 500, 503]),
      random.pick(["0", "1", "-1", "1e9", "99999999999", "+0", "Wed, 21 Oct 2099 07:28:00 GMT"]),
    ];
    return raw("no", () => http("", { status: code, headers: [`retry-after: ${wait}`] }));
  },
  "other-content-type": (random) => {
    const type = random.pick([
      "text/plain",
      "application/yaml",
      "application/vnd.kubernetes.protobuf",
      "x",
      "/",
      ";",
      "",
      'application/json; charset="',
      "multipart/form-data; boundary=x",
    ]);
    return raw("maybe", (call) => http(allowing(call), { type }));
  },
  gzip: () => raw("yes", (call) => http(gzipSync(allowing(call)), { headers: ["content-encoding: gzip"] })),
  "gzip-bomb": () => raw("no", () => http(BOMB, { headers: ["content-encoding: gzip"] })),
  "gzip-broken": (random) => {
    const share = random.next() * 0.95;
    return raw("no", (call) => {
      const packed = gzipSync(allowing(call));
      return http(packed.subarray(0, Math.max(1, Math.floor(packed.length * share))), {
        headers: ["content-encoding: gzip"],
      });
    });
  },
  "other-encoding": (random) => {
    const [name, pack] = random.pick([
      ["deflate", deflateSync],
      ["deflate", deflateRawSync],
      ["br", brotliCompressSync],
      ["gzip, gzip", (text: string) => gzipSync(gzipSync(text))],
      ["gzip", (text: string) => Buffer.from(text)],
    ] as const);
    return raw("no", (call) => http(pack(allowing(call)), { headers: [`content-encoding: ${name}`] }));
  },
};
