import { once } from "node:events";
import { Agent, request } from "node:https";

/** Sends one request; answers its status, its text and how long it took. */
export function client({ port, ca, token }) {
  const agent = new Agent({ ca, keepAlive: true, maxSockets: 1 });
  return ({ method = "POST", path, type = "application/json", body = "", headers = {} }) => {
    const bytes =
      typeof body === "string" || Buffer.isBuffer(body)
        ? Buffer.from(body)
        : Buffer.from(JSON.stringify(body));
    const all = {
      authorization: `Bearer ${token}`,
      ...(bytes.length > 0 ? { "content-type": type, "content-length": bytes.length } : {}),
      ...headers,
    };
    return new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const sent = request(
        { host: "127.0.0.1", port, method, path, headers: all, agent },
        async (response) => {
          const pieces = [];
          response.on("data", (piece) => pieces.push(piece));
          await once(response, "end");
          const ms = performance.now() - startedAt;
          resolve({
            status: response.statusCode,
            text: Buffer.concat(pieces).toString(),
            ms,
            bytes: bytes.length,
          });
        },
      );
      sent.on("error", reject);
      sent.end(bytes);
    });
  };
}
