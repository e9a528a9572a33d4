import { connect } from "node:tls";
import { NAME_DIGITS, podText } from "./pod.mjs";

const PLACE = "0".repeat(NAME_DIGITS);
const LENGTH = "content-length: ";

/** Opens connections that each keep one request in flight; `next` names the next object, or ends with undefined. */
export function http1Connections({ port, ca, token, connections, prefix }, session) {
  return Promise.all(
    Array.from({ length: connections }, () => openConnection({ port, ca, token, prefix }, session)),
  );
}

/** One request text for the life of the connection: only the digits of the name are written anew. */
function requestBytes({ port, token, prefix }) {
  const body = podText(`${prefix}-${PLACE}`);
  const head = [
    "POST /api/v1/namespaces/default/pods HTTP/1.1",
    `host: 127.0.0.1:${port}`,
    "user-agent: bench/1",
    "accept: application/json",
    "content-type: application/json",
    `authorization: Bearer ${token}`,
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  const bytes = Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
  return { bytes, at: bytes.indexOf(`${prefix}-${PLACE}`) + prefix.length + 1 };
}

function openConnection(options, session) {
  const { bytes, at } = requestBytes(options);
  const socket = connect({
    port: options.port,
    host: "127.0.0.1",
    ca: options.ca,
    ALPNProtocols: ["http/1.1"],
  });
  socket.setNoDelay(true);
  let left = -1;
  let status = 0;
  let sentAt = 0;
  const send = () => {
    const name = session.next();
    if (name === undefined) return;
    bytes.write(String(name).padStart(NAME_DIGITS, "0"), at, "latin1");
    sentAt = performance.now();
    socket.write(bytes);
  };
  socket.on("data", (chunk) => {
    if (left < 0) {
      const end = chunk.indexOf("\r\n\r\n");
      const head = chunk.latin1Slice(0, end).toLowerCase();
      const from = head.indexOf(LENGTH) + LENGTH.length;
      status = Number(head.slice(9, 12));
      left = Number.parseInt(head.slice(from, from + 10), 10) + end + 4;
    }
    left -= chunk.length;
    if (left > 0) return;
    left = -1;
    session.done(status, performance.now() - sentAt, chunk);
    send();
  });
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("secureConnect", () => resolve({ send, close: () => socket.destroy() }));
  });
}
