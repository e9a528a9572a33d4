import { once } from "node:events";
import { connect } from "node:http2";
import { requestOf, writeNumber } from "./requests.mjs";

/** As `http1Connections`, with streams of one HTTP/2 connection. */
export async function http2Streams(options, session) {
  const { port, ca, token } = options;
  const client = connect(`https://127.0.0.1:${port}`, { ca });
  await once(client, "connect");
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
