import { FLAGS, frame, TYPES } from "../../../../attack/wire.mjs";
import { allowing, type Behaviour, type Call, type Deed, drip, flood, http } from "../call.ts";

const no = (act: (call: Call) => void): Deed => ({ outcome: "no", act });
const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";

/** Half an answer: the bytes of a good one, up to somewhere. */
const part = (call: Call, share: number): Buffer => {
  const whole = http(allowing(call));
  return whole.subarray(0, Math.floor(whole.length * share));
};

const h2 = (...frames: readonly Buffer[]) => no(({ socket }) => void socket.end(Buffer.concat(frames)));
const many = (count: number, one: Buffer): Buffer => Buffer.concat(Array.from({ length: count }, () => one));

/** Behaviours in the time, speed and size of the answer, and in the end of the connection. */
export const CONNECTIONS: Readonly<Record<string, Behaviour>> = {
  hang: () => no(() => {}),
  "hang-in-head": () => no(({ socket }) => void socket.write(HEAD)),
  "hang-in-body": (random) => {
    const share = random.next();
    return no((call) => void call.socket.write(part(call, share)));
  },
  "drip-head": () => no((call) => drip(call, 50, (i) => (i === 0 ? HEAD : `x-${i}: y\r\n`))),
  "drip-body": () =>
    no((call) => {
      const whole = http(allowing(call));
      drip(call, 50, (i) => whole.subarray(i, i + 1));
    }),
  "flood-body": () => no((call) => flood(call, (i) => (i === 0 ? `${HEAD}\r\n` : Buffer.alloc(65_536, 32)))),
  "flood-head": () =>
    no((call) => flood(call, (i) => (i === 0 ? HEAD : `x-${i}: ${"y".repeat(8_000)}\r\n`.repeat(10)))),
  "flood-of-small-headers": () =>
    no((call) => flood(call, (i) => (i === 0 ? HEAD : "a:b\r\n".repeat(5_000)))),
  "flood-of-chunks": () =>
    no((call) =>
      flood(call, (i) =>
        i === 0 ? `${HEAD}transfer-encoding: chunked\r\n\r\n` : "1\r\n \r\n".repeat(3_000),
      ),
    ),
  "flood-of-garbage": (random) => {
    const byte = random.int(0, 255);
    return no((call) => flood(call, () => Buffer.alloc(65_536, byte)));
  },
  "close-without-a-word": () => no(({ socket }) => void socket.end()),
  "close-somewhere": (random) => {
    const share = random.next() * 0.999;
    return no((call) => void call.socket.end(part(call, share)));
  },
  "reset-somewhere": (random) => {
    const share = random.next() * 0.999;
    return no((call) => {
      call.socket.write(part(call, share));
      setImmediate(() => call.socket.destroy(new Error("reset")));
    });
  },
  "ends-instead-of-length": () => ({
    outcome: "yes",
    act: (call) => void call.socket.end(`${HEAD}\r\n${allowing(call)}`),
  }),
  "answers-twice": () => ({
    outcome: "yes",
    act: (call) => void call.socket.write(Buffer.concat([http(allowing(call)), http(allowing(call))])),
  }),
  "garbage-after-the-answer": (random) => {
    const garbage = random.pick(["\0", "x".repeat(100_000), "HTTP/1.1 500 no\r\n\r\n", "\r\n\r\n"]);
    return {
      outcome: "yes",
      act: (call) => void call.socket.write(Buffer.concat([http(allowing(call)), Buffer.from(garbage)])),
    };
  },
  "h2-goaway": () => h2(frame(TYPES.settings, 0, 0), frame(7, 0, 0, Buffer.alloc(8))),
  "h2-reset": () => h2(frame(TYPES.settings, 0, 0), frame(TYPES.reset, 0, 1, Buffer.alloc(4))),
  "h2-zero-window": () => h2(frame(TYPES.settings, 0, 0, Buffer.from([0, 4, 0, 0, 0, 0]))),
  "h2-settings-flood": () => h2(many(20_000, frame(TYPES.settings, 0, 0))),
  "h2-headers-flood": () => h2(many(5_000, frame(TYPES.headers, FLAGS.endHeaders, 1, Buffer.from([0x88])))),
};
