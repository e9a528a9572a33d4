import { once } from "node:events";
import { connect } from "node:http2";
import { NAME_DIGITS, podText } from "./pod.mjs";

const PLACE = "0".repeat(NAME_DIGITS);

/** As `http1Connections`, with streams of one HTTP/2 connection. */
export async function http2Streams({ port, ca, token, connections, prefix }, session) {
  const client = connect(`https://127.0.0.1:${port}`, { ca });
  await once(client, "connect");
  const body = Buffer.from(podText(`${prefix}-${PLACE}`));
  const at = body.indexOf(`${prefix}-${PLACE}`) + prefix.length + 1;
  const headers = {
    ":method": "POST",
    ":path": "/api/v1/namespaces/default/pods",
    "user-agent": "bench/1",
    accept: "application/json",
    "content-type": "application/json",
    authorization: `Bearer ${token}`,
    "content-length": String(body.length),
  };
  const open = (own) => {
    const send = () => {
      const name = session.next();
      if (name === undefined) return;
      own.write(String(name).padStart(NAME_DIGITS, "0"), at, "latin1");
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
      stream.end(own);
    };
    return { send, close: () => client.destroy() };
  };
  return Array.from({ length: connections }, () => open(Buffer.from(body)));
}
