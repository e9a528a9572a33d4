import { connect } from "node:tls";

/**
 * HTTP/2 by hand, as much of it as a watcher needs: Node's own client costs as much as the server that is measured.
 * Windows are as large as they get, headers are written without compression, of answers only the lines are counted.
 */

const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
const DATA = 0;
const HEADERS = 1;
const RST_STREAM = 3;
const SETTINGS = 4;
const PING = 6;
const GOAWAY = 7;
const WINDOW_UPDATE = 8;
const ACK = 1;
const END_STREAM = 1;
const END_STREAM_AND_HEADERS = 5;
const LARGEST_WINDOW = 2 ** 31 - 1;
/** Bytes after which the connection's window is opened again. */
const REFILL = 64 << 20;
const STATUS_200 = 0x88;

/** Opens `paths.length` watches on one connection. `seen`: told of lines, `failed`: of an answer that is not one. */
export function openWatches({ port, ca, token, accept = "application/json" }, paths, { seen, failed }) {
  const socket = connect({ port, host: "127.0.0.1", ca, ALPNProtocols: ["h2"] });
  socket.setNoDelay(true);
  return new Promise((resolve, reject) => {
    let opened = 0;
    let received = 0;
    socket.once("error", reject);
    const take = frameReader({
      frame(type, flags, payload, stream) {
        if (type === HEADERS && payload[0] !== STATUS_200) failed(`stream ${stream} was refused`);
        if (type === HEADERS && ++opened === paths.length) resolve({ close: () => socket.destroy() });
        if (type === SETTINGS && (flags & ACK) === 0) socket.write(frame(SETTINGS, ACK, 0, Buffer.alloc(0)));
        if (type === PING && (flags & ACK) === 0) socket.write(frame(PING, ACK, 0, Buffer.from(payload)));
        if (type === RST_STREAM || type === GOAWAY) failed(`stream ${stream} was broken off`);
      },
      ended: (stream) => failed(`stream ${stream} was ended`),
      data(bytes) {
        seen(linesIn(bytes));
        received += bytes.length;
        if (received < REFILL) return;
        socket.write(windowUpdate(0, received));
        received = 0;
      },
    });
    socket.on("data", take);
    socket.once("secureConnect", () => {
      const settings = Buffer.alloc(6);
      settings.writeUInt16BE(4, 0);
      settings.writeUInt32BE(LARGEST_WINDOW, 2);
      const start = [PREFACE, frame(SETTINGS, 0, 0, settings), windowUpdate(0, LARGEST_WINDOW - 65_535)];
      const requests = paths.map((path, i) =>
        frame(HEADERS, END_STREAM_AND_HEADERS, 2 * i + 1, headerBlock({ path, token, accept, port })),
      );
      socket.write(Buffer.concat([...start, ...requests]));
    });
  });
}

function linesIn(bytes) {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  return lines;
}

function frame(type, flags, stream, payload) {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

function windowUpdate(stream, by) {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(by);
  return frame(WINDOW_UPDATE, 0, stream, payload);
}

/** Literal fields; names by their number in HPACK's static table. */
function headerBlock({ path, token, accept, port }) {
  const text = (value) => Buffer.concat([integer(value.length, 7, 0), Buffer.from(value, "latin1")]);
  const field = (index, value) => Buffer.concat([integer(index, 4, 0), text(value)]);
  const [GET, HTTPS] = [0x82, 0x87];
  return Buffer.concat([
    Buffer.from([GET, HTTPS]),
    field(4, path),
    field(1, `127.0.0.1:${port}`),
    field(19, accept),
    field(23, `Bearer ${token}`),
    field(58, "bench/1"),
  ]);
}

/** RFC 7541, 5.1. */
function integer(value, bits, first) {
  const most = 2 ** bits - 1;
  if (value < most) return Buffer.from([first | value]);
  const out = [first | most];
  let rest = value - most;
  for (; rest >= 128; rest = Math.floor(rest / 128)) out.push((rest % 128) | 128);
  return Buffer.from([...out, rest]);
}

/** Cuts what comes into frames; the payload of DATA is handed on in pieces as it arrives. */
function frameReader({ frame, ended, data }) {
  let kept = Buffer.alloc(0);
  let leftOfData = 0;
  return (chunk) => {
    let bytes = kept.length === 0 ? chunk : Buffer.concat([kept, chunk]);
    kept = Buffer.alloc(0);
    for (;;) {
      if (leftOfData > 0) {
        const piece = bytes.subarray(0, leftOfData);
        if (piece.length > 0) data(piece);
        leftOfData -= piece.length;
        bytes = bytes.subarray(piece.length);
      }
      if (bytes.length < 9) break;
      const length = bytes.readUIntBE(0, 3);
      const [type, flags, stream] = [bytes[3], bytes[4], bytes.readUInt32BE(5)];
      if (type !== DATA && bytes.length < 9 + length) break;
      if (type === DATA && (flags & END_STREAM) !== 0) ended(stream);
      if (type === DATA) leftOfData = length;
      else frame(type, flags, bytes.subarray(9, 9 + length), stream);
      bytes = bytes.subarray(type === DATA ? 9 : 9 + length);
    }
    kept = Buffer.from(bytes);
  };
}
