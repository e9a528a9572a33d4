import { bearer, dial, FLAGS, frame, greet, JSON_BODY, keepOpen, requestHeaders, TYPES } from "../wire.mjs";

const POST = "POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews HTTP/1.1\r\nhost: x\r\n";
const one = Buffer.from("x");

/** Sends `first`, and then `piece` repeatedly, each time in a separate TLS record. */
function recordByRecord(socket, first, piece) {
  const next = (error) => {
    if (!error && !socket.destroyed) socket.write(piece, next);
  };
  socket.write(first, next);
  return socket.resume();
}

/** Over HTTP/1.1, one byte at a time. */
const bytes = (first) => (server) => keepOpen(20, () => recordByRecord(dial(server), first(server), one));

/** Over HTTP/2, by frames or by parts of them. */
const frames =
  (piece, first = Buffer.alloc(0)) =>
  (server) =>
    keepOpen(20, () => {
      const socket = dial(server, { alpn: "h2" });
      greet(socket);
      return recordByRecord(socket, first, piece);
    });

const post = Buffer.concat([Buffer.from([0x83, 0x87]), requestHeaders("/version").subarray(2)]);
const body = frame(TYPES.headers, FLAGS.endHeaders, 1, post);
/** The head of a frame of an unknown type with 16 KB: all following bytes belong to it. */
const unknown = frame(0xfa, 0, 0, Buffer.alloc(16_384)).subarray(0, 9);

/** Clients that send as many TLS records as they can, each with as few bytes as possible. */
export const RECORDS = {
  "records of one byte of a head": bytes(() => "GET /version HTTP/1.1\r\nx: "),
  "records of one byte of a body that is refused": bytes(() => `${POST}content-length: 200000\r\n\r\n`),
  "records of one byte of a body that is read": bytes(
    ({ anyToken }) => `${POST}${bearer(anyToken)}\r\n${JSON_BODY}\r\ncontent-length: 3000000\r\n\r\n`,
  ),
  "records of one byte of an HTTP/2 frame": frames(one, unknown),
  "records of one frame of HTTP/2 each": frames(frame(TYPES.priority, 0, 5, Buffer.from([0, 0, 0, 3, 200]))),
  "records of one byte of an HTTP/2 body": frames(frame(TYPES.data, 0, 1, one), body),
  "requests one behind the other, without an end": (server) =>
    keepOpen(5, () => {
      const socket = dial(server);
      const ask = "GET /version HTTP/1.1\r\nhost: x\r\n\r\n".repeat(20);
      return recordByRecord(socket, ask, ask);
    }),
};
