import { Agent, request } from "node:https";
import { TOKEN } from "../process/start-server.mjs";

/** A client of one running server. `send` rejects when the connection breaks before the whole answer is there. */
export function createClient({ port, ca }) {
  const agent = new Agent({ keepAlive: true, ca });
  const send = (method, path, body) =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
      const sent = request({ host: "127.0.0.1", port, path, method, headers, agent }, (answer) => {
        const chunks = [];
        answer.on("data", (chunk) => chunks.push(chunk));
        answer.once("error", reject);
        answer.once("close", () => {
          if (!answer.complete) return reject(new Error("the answer was cut off"));
          resolve({ status: answer.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) });
        });
      });
      sent.once("error", reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  return { send, close: () => agent.destroy() };
}
