import { Agent, request } from "node:https";
import { TOKEN } from "../process/start-server.mjs";

/**
 * A client of one running server. `send` rejects if the connection breaks before the response is complete, or if no
 * data arrives for `timeoutMs`.
 */
export function createClient({ port, ca }, { timeoutMs = 0 } = {}) {
  const agent = new Agent({ keepAlive: true, ca });
  const send = (method, path, body) =>
    new Promise((resolve, reject) => {
      const content = body === undefined ? "" : JSON.stringify(body);
      const headers = {
        authorization: `Bearer ${TOKEN}`,
        "content-type": "application/json",
        // Else the body of a DELETE would be taken for another request.
        "content-length": Buffer.byteLength(content),
      };
      const options = { host: "127.0.0.1", port, path, method, headers, agent, timeout: timeoutMs };
      const sent = request(options, (answer) => {
        const chunks = [];
        answer.on("data", (chunk) => chunks.push(chunk));
        answer.once("error", reject);
        answer.once("close", () => {
          if (!answer.complete) return reject(new Error("the answer was cut off"));
          resolve({ status: answer.statusCode, body: parsed(Buffer.concat(chunks).toString()) });
        });
      });
      sent.once("timeout", () => sent.destroy(new Error("nothing came")));
      sent.once("error", reject);
      sent.end(content);
    });
  return { send, close: () => agent.destroy() };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
