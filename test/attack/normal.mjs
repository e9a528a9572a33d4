// A separate process with 32 clients that write and read. Each sends one request after the other.
import { Agent, request } from "node:https";

const CLIENTS = 32;
const counts = { done: 0, failures: [], slowestMs: 0 };

// A measurement that is killed must not leave it behind.
process.on("disconnect", () => process.exit());
process.on("message", (order) => {
  if (order.server !== undefined) start(order.server);
  else {
    process.send({ ...counts });
    Object.assign(counts, { done: 0, failures: [], slowestMs: 0 });
  }
});

function start({ port, ca, token }) {
  const agent = new Agent({ ca, keepAlive: true, maxSockets: CLIENTS });
  const send = (method, path, body) =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const sent = request({ host: "127.0.0.1", port, method, path, headers, agent }, (response) => {
        response.resume();
        response.once("end", () => resolve(response.statusCode));
        response.once("error", reject);
      });
      sent.on("error", reject);
      sent.end(body);
    });
  for (let client = 0; client < CLIENTS; client++) work(send, client);
}

async function work(send, client) {
  const path = "/api/v1/namespaces/normal/configmaps";
  for (let i = 0; ; i++) {
    const name = `c-${client}-${i}`;
    const body = JSON.stringify({ metadata: { name }, data: { text: "x".repeat(500) } });
    await step(send, 201, ["POST", path, body]);
    await step(send, 200, ["GET", `${path}/${name}`]);
    await step(send, 200, ["GET", `${path}?limit=5`]);
    await step(send, 200, ["DELETE", `${path}/${name}`]);
  }
}

async function step(send, expected, order) {
  const startedAt = performance.now();
  try {
    const status = await send(...order);
    if (status !== expected) throw new Error(`${status} instead of ${expected}`);
    counts.done++;
    counts.slowestMs = Math.max(counts.slowestMs, performance.now() - startedAt);
  } catch (error) {
    counts.failures.push(`${order[0]} ${order[1]}: ${error.message}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
