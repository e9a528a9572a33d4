import { connect } from "node:http2";
import { Agent, request } from "node:https";
import { TOKEN } from "../process/start-server.mjs";

const headers = { authorization: `Bearer ${TOKEN}`, accept: "application/json" };

/**
 * A client of one protocol. `get(path, onText)` resolves with the status when the response is complete, and rejects
 * if it was cut off; `onText(text, status)` receives it piece by piece. `breakOff` destroys the connection from the
 * client's side.
 */
export function createTransport(protocol, { port, ca }) {
  return protocol === "h2" ? http2Transport(port, ca) : http1Transport(port, ca);
}

function http1Transport(port, ca) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca });
  let socket;
  return {
    get: (path, onText) =>
      new Promise((resolve, reject) => {
        const sent = request({ host: "127.0.0.1", port, path, headers, agent, timeout: 10_000 }, (answer) => {
          answer.setEncoding("utf8");
          answer.on("data", (text) => onText(text, answer.statusCode));
          answer.on("error", reject);
          answer.once("close", () =>
            answer.complete ? resolve(answer.statusCode) : reject(new Error("the answer was cut off")),
          );
        });
        sent.once("socket", (its) => {
          socket = its;
        });
        sent.once("timeout", () => sent.destroy(new Error("nothing came")));
        sent.once("error", reject);
        sent.end();
      }),
    breakOff: () => socket?.destroy(),
    close: () => agent.destroy(),
  };
}

function http2Transport(port, ca) {
  let session;
  const open = () => {
    if (session === undefined || session.closed || session.destroyed) {
      session = connect(`https://127.0.0.1:${port}`, { ca });
      session.on("error", () => {});
    }
    return session;
  };
  return {
    get: (path, onText) =>
      new Promise((resolve, reject) => {
        const stream = open().request({ ":path": path, ...headers });
        let status;
        let ended = false;
        stream.setEncoding("utf8");
        stream.setTimeout(10_000, () => stream.destroy(new Error("nothing came")));
        stream.once("response", (head) => {
          status = head[":status"];
        });
        stream.on("data", (text) => onText(text, status));
        stream.once("end", () => {
          ended = true;
        });
        stream.on("error", reject);
        stream.once("close", () =>
          ended && stream.rstCode === 0 && status !== undefined && !session.destroyed
            ? resolve(status)
            : reject(new Error("the answer was cut off")),
        );
      }),
    breakOff: () => session?.destroy(),
    close: () => session?.destroy(),
  };
}
