// The yardstick, a process of its own: the least that a server with webhooks has to do. TLS, parse the object, call the
// webhooks, apply their patches, answer with the object. No validation, no defaults, no storage.

import { randomUUID } from "node:crypto";
import { createSecureServer as createHttp2 } from "node:http2";
import { createServer as createHttp1 } from "node:https";
import { Pool } from "undici";

const HEADERS = { "content-type": "application/json" };
let shape = { mutating: 0, validating: 0 };
let pool;

process.on("message", async (order) => {
  if (order.shape !== undefined) {
    shape = order.shape;
    process.send({ ready: true });
    return;
  }
  const { cert, key, webhook } = order;
  pool = new Pool(`https://127.0.0.1:${webhook.port}`, {
    connect: { ca: webhook.ca },
    pipelining: 1,
    keepAliveTimeout: 90_000,
  });
  const http1 = createHttp1({ cert, key, ALPNProtocols: ["http/1.1"] }, serve);
  const http2 = createHttp2({ cert, key }, serve);
  await Promise.all([http1, http2].map((s) => new Promise((resolve) => s.listen(0, "127.0.0.1", resolve))));
  process.send({ port: http1.address().port, h2Port: http2.address().port });
});

function serve(request, response) {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", async () => {
    const object = JSON.parse(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    const text = await relay(object);
    response.writeHead(201, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    });
    response.end(text);
  });
}

async function relay(object) {
  let text = JSON.stringify(object);
  for (let i = 0; i < shape.mutating; i++) {
    const { patch } = await review("/mutate", text);
    for (const operation of JSON.parse(Buffer.from(patch, "base64"))) add(object, operation);
    text = JSON.stringify(object);
  }
  if (shape.validating > 0)
    await Promise.all(Array.from({ length: shape.validating }, () => review("/validate", text)));
  return text;
}

function add(object, { path, value }) {
  const keys = path.slice(1).split("/");
  const last = keys.pop();
  keys.reduce((at, key) => at[key], object)[last] = value;
}

async function review(path, text) {
  const request =
    `{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{"uid":"${randomUUID()}",` +
    `"kind":{"group":"","version":"v1","kind":"Pod"},"resource":{"group":"","version":"v1","resource":"pods"},` +
    `"namespace":"default","operation":"CREATE","userInfo":{"username":"admin"},"object":${text},"oldObject":null,"dryRun":false}}`;
  const body = await post(`${path}?timeout=10s`, request);
  const { response } = JSON.parse(body);
  if (!response.allowed) throw new Error("denied");
  return response;
}

/** The lowest floor of the client: no streams are made. */
function post(path, body) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    pool.dispatch(
      { path, method: "POST", headers: HEADERS, body },
      {
        onConnect() {},
        onHeaders: () => true,
        onData: (chunk) => chunks.push(chunk) > 0,
        onComplete: () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)),
        onError: reject,
      },
    );
  });
}
