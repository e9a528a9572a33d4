import { connect as connectTcp } from "node:net";
import { connect } from "node:tls";

/**
 * Calls `act` `perSecond` times a second until the process is killed. Errors are ignored, because the server may
 * refuse or close in any way.
 */
export function often(perSecond, act) {
  const once = async () => act();
  setInterval(() => once().catch(() => {}), 1000 / perSecond);
}

/** Opens a connection that sends any bytes. Errors and ends are expected. */
export function dial({ port, ca }, { alpn = "http/1.1", plain = false } = {}) {
  const host = "127.0.0.1";
  const socket = plain ? connectTcp({ port, host }) : connect({ port, host, ca, ALPNProtocols: [alpn] });
  socket.on("error", () => {});
  return socket;
}

/** Keeps `count` connections open: one that the server ends is opened again, a moment later. */
export function keepOpen(count, open) {
  const start = () => {
    const socket = open();
    socket.once("close", () => setTimeout(start, 200));
  };
  for (let i = 0; i < count; i++) setTimeout(start, i);
}

/** Sends one HTTP/1.1 request on a separate connection. The response is read and dropped. */
export function ask(server, { method = "GET", path = "/", headers = [], body = "" }) {
  const socket = dial(server);
  const lines = [`${method} ${path} HTTP/1.1`, "host: 127.0.0.1", "connection: close", ...headers];
  if (body.length > 0) lines.push(`content-length: ${Buffer.byteLength(body)}`);
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  socket.write(body);
  socket.resume();
  return new Promise((resolve) => socket.once("close", resolve));
}

export const bearer = (token) => `authorization: Bearer ${token}`;
export const JSON_BODY = "content-type: application/json";
export const YAML_BODY = "content-type: application/yaml";

export const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
export const TYPES = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  ping: 6,
  windowUpdate: 8,
  continuation: 9,
};
export const FLAGS = { endStream: 1, endHeaders: 4 };

export function frame(type, flags, stream, payload = Buffer.alloc(0)) {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Headers that are in no table. */
function literal(name, value) {
  const text = (s) => {
    const bytes = Buffer.from(s);
    if (bytes.length < 127) return Buffer.concat([Buffer.from([bytes.length]), bytes]);
    const rest = bytes.length - 127;
    return Buffer.concat([Buffer.from([127, (rest & 127) | 128, rest >> 7]), bytes]);
  };
  return Buffer.concat([Buffer.from([0]), text(name), text(value)]);
}

export const requestHeaders = (path, more = {}) =>
  Buffer.concat([
    Buffer.from([0x82, 0x87]),
    literal(":path", path),
    literal(":authority", "127.0.0.1"),
    ...Object.entries(more).map(([name, value]) => literal(name, value)),
  ]);

/** Opens HTTP/2; `settings`: pairs of identifier and value. */
export function greet(socket, settings = []) {
  const payload = Buffer.alloc(settings.length * 6);
  settings.forEach(([id, value], i) => {
    payload.writeUInt16BE(id, i * 6);
    payload.writeUInt32BE(value, i * 6 + 2);
  });
  socket.write(Buffer.concat([PREFACE, frame(TYPES.settings, 0, 0, payload)]));
}
