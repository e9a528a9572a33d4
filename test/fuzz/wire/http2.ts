import type { Random } from "../../../tools/differential/random.ts";
import { FLAGS, frame, PREFACE, requestHeaders, TYPES } from "../../attack/wire.mjs";
import { mutated } from "../mutate.ts";
import { namespaceIsEmpty } from "./canary.ts";
import { sayAndListen } from "./say-and-listen.ts";
import type { WireBorder } from "./wire-border.ts";

const MAPS = "/api/v1/namespaces/fuzz/configmaps";
const MAP = Buffer.from('{"metadata":{"generateName":"x-"},"data":{"a":"b"}}');
const WRITER = { authorization: "Bearer writer-token", "content-type": "application/json" };
const WHOLE = FLAGS.endHeaders | FLAGS.endStream;
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};
const setting = (id: number, value: number): Buffer => Buffer.concat([Buffer.from([0, id]), u32(value)]);

/** Blocks of headers: of requests, and invalid ones. */
const BLOCKS = [
  requestHeaders("/version"),
  requestHeaders(MAPS, { authorization: "Bearer writer-token" }),
  requestHeaders(`${MAPS}?watch=1&timeoutSeconds=1`, { authorization: "Bearer writer-token" }),
  requestHeaders(MAPS, { ...WRITER, ":method": "POST" }),
  Buffer.concat([Buffer.from([0x83]), requestHeaders(MAPS, WRITER).subarray(1)]),
  Buffer.concat([Buffer.from([0x83]), requestHeaders("/api/v1/namespaces/canary/configmaps").subarray(1)]),
  requestHeaders("/apis", { te: "trailers", connection: "close", "transfer-encoding": "chunked", host: "y" }),
  requestHeaders("/x", { "X-Upper": "1", "content-length": "7", "": "", "a\0b": "\r\n", ":status": "200" }),
  // A table of the whole size, an index that is none, an integer without an end.
  Buffer.from([0x3f, 0xe1, 0x1f, 0x82, 0x87, 0x84, 0xbe]),
  Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]),
  Buffer.alloc(4000, 0x40),
];
const SETTINGS = [
  Buffer.alloc(0),
  setting(1, 0),
  setting(2, 1),
  setting(3, 0),
  setting(4, 0),
  setting(4, 0x7fffffff),
  setting(4, 0x80000000),
  setting(5, 16_384),
  setting(5, 0xffffff),
  setting(5, 1),
  setting(6, 10),
  setting(8, 1),
  Buffer.concat(Array.from({ length: 100 }, (_, i) => setting(i + 1, i * 1000))),
];

/** Frames by type, for random streams, with random flags. */
const FRAMES: readonly ((random: Random, stream: number) => Buffer)[] = [
  (random, stream) =>
    frame(TYPES.headers, random.pick([WHOLE, WHOLE, FLAGS.endHeaders, 0, 0x2d]), stream, random.pick(BLOCKS)),
  (random, stream) => frame(TYPES.headers, FLAGS.endHeaders, stream, random.pick(BLOCKS.slice(3, 6))),
  (random, stream) =>
    frame(
      TYPES.data,
      random.pick([1, 1, 0, 9]),
      stream,
      random.pick([MAP, Buffer.alloc(0), Buffer.alloc(16_384)]),
    ),
  (random, stream) => frame(TYPES.continuation, random.pick([4, 0]), stream, random.pick(BLOCKS)),
  (random) => frame(TYPES.settings, random.pick([0, 0, 1]), 0, random.pick(SETTINGS)),
  (random) => frame(TYPES.ping, random.pick([0, 1]), 0, Buffer.alloc(random.pick([8, 8, 0, 9]))),
  (random, stream) => frame(TYPES.reset, 0, stream, u32(random.int(0, 20))),
  (random, stream) =>
    frame(2, 0, stream, Buffer.concat([u32(random.pick([0, stream, 0x80000001])), Buffer.from([255])])),
  (random, stream) => frame(5, 4, stream, Buffer.concat([u32(2), random.pick(BLOCKS)])),
  (random, stream) =>
    frame(
      7,
      0,
      random.pick([0, stream]),
      Buffer.concat([u32(random.int(0, 9)), u32(random.int(0, 20)), Buffer.from("bye")]),
    ),
  (random, stream) =>
    frame(8, 0, random.pick([0, stream]), u32(random.pick([0, 1, 65_535, 0x7fffffff, 0x80000000]))),
  (random, stream) =>
    frame(random.int(9, 255), random.int(0, 255), stream, Buffer.alloc(random.int(0, 40), 1)),
];

/** nghttp2 stops reading after an invalid frame. Such a connection ends by the limits of idle connections. */
const PATIENCE_MS = 500;

/** Raw frames of HTTP/2 over TLS. */
export const HTTP2: WireBorder = {
  name: "http2",
  parallel: 64,
  make(random) {
    const parts = [
      PREFACE,
      frame(TYPES.settings, 0, 0, random.chance(0.7) ? Buffer.alloc(0) : random.pick(SETTINGS)),
    ];
    let stream = 1;
    for (const make of random.times(1, 12, () => random.pick(FRAMES))) {
      const made = make(random, random.chance(0.9) ? stream : random.int(0, 9));
      parts.push(...Array.from({ length: random.chance(0.03) ? random.int(2, 500) : 1 }, () => made));
      if (random.chance(0.5)) stream += 2;
    }
    const whole = Buffer.concat(parts);
    return random.chance(0.4) ? mutated([whole], random) : whole;
  },
  async send(input, target) {
    const { heard } = await sayAndListen(input, target, { alpn: "h2", patienceMs: PATIENCE_MS });
    const isBug = ["panic", "Internal error occurred: internal error"].some((text) => heard.includes(text));
    return isBug ? "an exception that nobody foresaw" : undefined;
  },
  check: (target) => namespaceIsEmpty(target, "canary"),
};
