import { dial, FLAGS, frame, greet, keepOpen, requestHeaders, TYPES } from "../wire.mjs";

/**
 * A connection over which the same frames are sent repeatedly, `perSecond` times a second. `first`: frames that open
 * the streams of these frames.
 */
const flood =
  (perSecond, frames, first = Buffer.alloc(0)) =>
  (server) =>
    keepOpen(1, () => {
      const socket = dial(server, { alpn: "h2" });
      greet(socket);
      socket.write(first);
      const burst = Buffer.concat(Array.from({ length: 100 }, () => frames));
      const timer = setInterval(() => socket.write(burst), 100_000 / perSecond);
      socket.once("close", () => clearInterval(timer));
      return socket.resume();
    });

const setting = Buffer.from([0, 4, 0, 1, 0, 0]);
const priority = Buffer.from([0, 0, 0, 3, 200]);
const increment = Buffer.from([0, 0, 0, 1]);
/** A request whose body has begun. */
const post = Buffer.concat([Buffer.from([0x83, 0x87]), requestHeaders("/version").subarray(2)]);
const open = frame(TYPES.headers, FLAGS.endHeaders, 1, post);

/** Frames of HTTP/2 without a request. */
export const FRAMES = {
  "HTTP/2 settings": flood(2000, frame(TYPES.settings, 0, 0, setting)),
  "HTTP/2 priorities": flood(20_000, frame(TYPES.priority, 0, 5, priority)),
  "HTTP/2 windows that grow by a byte": flood(20_000, frame(TYPES.windowUpdate, 0, 0, increment)),
  "HTTP/2 bodies of empty frames": flood(20_000, frame(TYPES.data, 0, 1), open),
  "HTTP/2 frames that nobody knows": flood(20_000, frame(0xfa, 0, 0, Buffer.alloc(8))),
  "HTTP/2 frames of streams that are over": flood(
    20_000,
    frame(TYPES.reset, 0, 1, Buffer.from([0, 0, 0, 8])),
    open,
  ),
};
