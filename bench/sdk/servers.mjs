// One of the two that are compared, a process of its own: `bare`, the least that answers a review, or `sdk`.
import { createServer } from "node:https";
import { pathToFileURL } from "node:url";

const MAKE = { bare: startBare, sdk: startSdk };
let server;

process.on("disconnect", () => process.exit());
process.on("message", async (order) => {
  if (order.close) {
    await server.close();
    process.send({ closed: true });
    return;
  }
  server = await MAKE[order.which](order);
  process.send({ port: server.port });
});

/** Node's own HTTPS server: the body is read and parsed, the answer written. */
function startBare({ certFile, keyFile, pair }) {
  const listener = (request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { apiVersion, request: asked } = JSON.parse(Buffer.concat(chunks));
      const decision = { uid: asked.uid, allowed: true, ...patchFor(request.url, asked.object) };
      const body = JSON.stringify({ apiVersion, kind: "AdmissionReview", response: decision });
      response.writeHead(200, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
      });
      response.end(body);
    });
  };
  const bare = createServer({ cert: pair.cert, key: pair.key, minVersion: "TLSv1.2" }, listener);
  bare.keepAliveTimeout = 120_000;
  return new Promise((resolve) => {
    bare.listen(0, "127.0.0.1", () =>
      resolve({
        port: bare.address().port,
        close: async () => bare.closeAllConnections(),
        certFile,
        keyFile,
      }),
    );
  });
}

/** Written by hand. */
function patchFor(url, object) {
  if (!url.startsWith("/mutate")) return {};
  const value = { ...object.metadata.labels, team: "a" };
  const patch = JSON.stringify([{ op: "add", path: "/metadata/labels", value }]);
  return { patch: Buffer.from(patch).toString("base64"), patchType: "JSONPatch" };
}

async function startSdk({ dist, certFile, keyFile }) {
  const { serveWebhooks, validating, mutating } = await import(
    pathToFileURL(`${dist}/webhook/index.js`).href
  );
  const webhooks = [
    validating("/validate", () => true),
    mutating("/mutate", (object) => {
      object.metadata.labels = { ...object.metadata.labels, team: "a" };
    }),
  ];
  return serveWebhooks(webhooks, { tls: { certFile, keyFile } });
}
