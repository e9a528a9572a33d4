import { connect } from "node:tls";
import { numbered, requestOf, writeNumber } from "./requests.mjs";

const LENGTH = "content-length: ";
const LAST_CHUNK = "\r\n0\r\n\r\n";

/** Opens connections that each keep one request in flight; `next` names the next object, or ends with undefined. */
export function http1Connections(options, session) {
  return Promise.all(
    Array.from({ length: options.connections }, (_, connection) =>
      openConnection(options, session, connection),
    ),
  );
}

/** One request text for the life of the connection: only the digits change. */
function requestBytes(options, connection) {
  const { method, path, accept, contentType, body } = requestOf(options, connection);
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: 127.0.0.1:${options.port}`,
    "user-agent: bench/1",
    `accept: ${accept}`,
    `authorization: Bearer ${options.token}`,
  ];
  if (body.bytes.length > 0)
    head.push(`content-type: ${contentType}`, `content-length: ${body.bytes.length}`);
  const start = numbered(`${head.join("\r\n")}\r\n\r\n`);
  const places = [...start.places, ...body.places.map((at) => at + start.bytes.length)];
  return { bytes: Buffer.concat([start.bytes, body.bytes]), places };
}

function openConnection(options, session, connection) {
  const request = requestBytes(options, connection);
  const socket = connect({
    port: options.port,
    host: "127.0.0.1",
    ca: options.ca,
    ALPNProtocols: ["http/1.1"],
  });
  socket.setNoDelay(true);
  let reader;
  let sentAt = 0;
  const send = () => {
    const number = session.next();
    if (number === undefined) return;
    writeNumber(request, number);
    reader = undefined;
    sentAt = performance.now();
    socket.write(request.bytes);
  };
  socket.on("data", (chunk) => {
    reader ??= answerReader(chunk);
    if (!reader.take(chunk)) return;
    session.done(reader.status, performance.now() - sentAt, chunk);
    send();
  });
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("secureConnect", () => {
      const lost = (error) => session.lost(error ?? new Error("the server has closed a connection"));
      socket.on("error", lost).on("end", lost);
      resolve({ send, close: () => socket.destroy() });
    });
  });
}

/** Finds the end of an answer whose head begins with the first chunk. */
function answerReader(first) {
  const end = first.indexOf("\r\n\r\n");
  const head = first.latin1Slice(0, end).toLowerCase();
  const status = Number(head.slice(9, 12));
  const from = head.indexOf(LENGTH);
  if (from < 0) return { status, take: untilLastChunk() };
  let left = Number.parseInt(head.slice(from + LENGTH.length, from + LENGTH.length + 10), 10) + end + 4;
  const take = (chunk) => {
    left -= chunk.length;
    return left <= 0;
  };
  return { status, take };
}

function untilLastChunk() {
  let tail = "";
  return (chunk) => {
    const last = chunk.latin1Slice(Math.max(0, chunk.length - LAST_CHUNK.length));
    tail = (tail + last).slice(-LAST_CHUNK.length);
    return tail === LAST_CHUNK;
  };
}
