import { once } from "node:events";
import { connect } from "node:http2";
import { requestOf, writeNumber } from "./requests.mjs";

/** Bytes that a client of Go lets a server send before it updates the window (golang.org/x/net/http2, transportDefaultStreamFlow, transportDefaultConnFlow). */
const STREAM_WINDOW = 4 << 20;
const SESSION_WINDOW = 1 << 30;

/** Opens streams of one HTTP/2 connection that each keep one request in flight, as `http1Connections` does. */
export async function http2Streams(options, session) {
  const { port, ca, token } = options;
  const settings = { initialWindowSize: STREAM_WINDOW, enablePush: false };
  const client = connect(`https://127.0.0.1:${port}`, { ca, settings });
  await once(client, "connect");
  client.setLocalWindowSize(SESSION_WINDOW);
  const lost = (error) => session.lost(error);
  client.on("error", lost).on("goaway", (code) => lost(new Error(`the server has said goodbye: ${code}`)));
  const open = (connection) => {
    const { method, path, accept, contentType, body } = requestOf(options, connection);
    const headers = {
      ":method": method,
      ":path": path,
      "user-agent": "bench/1",
      accept,
      "content-type": contentType,
      authorization: `Bearer ${token}`,
      "content-length": String(body.bytes.length),
    };
    const send = () => {
      const number = session.next();
      if (number === undefined) return;
      writeNumber(body, number);
      const sentAt = performance.now();
      const stream = client.request(headers);
      let status = 0;
      let last;
      stream.on("response", (head) => {
        status = head[":status"];
      });
      stream.on("data", (chunk) => {
        last = chunk;
      });
      stream.on("end", () => {
        session.done(status, performance.now() - sentAt, last);
        send();
      });
      stream.on("error", lost);
      stream.end(body.bytes);
    };
    return { send, close: () => client.destroy() };
  };
  return Array.from({ length: options.connections }, (_, connection) => open(connection));
}
