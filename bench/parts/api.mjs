import { request } from "node:https";
import { TOKEN } from "../../test/process/start-server.mjs";

/** One request to a server; resolves with its status and the bytes of its body. */
export function ask({ port, ca }, method, path, body, headers = {}) {
  const all = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json", ...headers };
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, ca, path, method, headers: all }, (answer) => {
      const chunks = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.once("end", () => resolve({ status: answer.statusCode, bytes: Buffer.concat(chunks) }));
      answer.once("error", reject);
    });
    sent.once("error", reject);
    sent.end(body === undefined || typeof body === "string" ? body : JSON.stringify(body));
  });
}

/** Creates an object; throws when it is refused. */
export async function createObject(target, path, object) {
  const { status, bytes } = await ask(target, "POST", path, object);
  if (status !== 201) throw new Error(`${path} answered ${status}: ${bytes.toString().slice(0, 300)}`);
}

/** Creates configurations of webhooks, policies and bindings through the API. */
export const register = (target, object) =>
  createObject(
    target,
    `/apis/${object.apiVersion}/${object.kind.toLowerCase().replace(/y$/, "ie")}s`,
    object,
  );
