import { createServer } from "node:https";
import { gzipSync } from "node:zlib";
import { ask, bearer, JSON_BODY, often } from "../wire.mjs";

const MAPS = "/api/v1/namespaces/hooked/configmaps?dryRun=All";

/** Objects whose webhook answers as `answer` has it; the main process has registered it at `server.webhook`. */
const hooked = (perSecond, answer) => (server) => {
  const { key, cert, port } = server.webhook;
  createServer({ key, cert }, (request, response) => {
    const pieces = [];
    request.on("data", (piece) => pieces.push(piece));
    request.on("end", () => answer(response, JSON.parse(Buffer.concat(pieces).toString()).request));
  }).listen(port, "127.0.0.1");
  const body = JSON.stringify({ metadata: { generateName: "x-" } });
  const headers = [bearer(server.writerToken), JSON_BODY];
  often(perSecond, () => ask(server, { method: "POST", path: MAPS, headers, body }));
};

const review = (response, { uid }, more) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(
    JSON.stringify({
      apiVersion: "admission.k8s.io/v1",
      kind: "AdmissionReview",
      response: { uid, allowed: true, ...more },
    }),
  );
};

const warnings = Array.from({ length: 20_000 }, (_, i) => `warning ${i}`);
const annotations = Object.fromEntries(warnings.map((text, i) => [`a${i}`, text]));
const patch = Buffer.from(
  JSON.stringify(Array.from({ length: 5000 }, (_, i) => ({ op: "add", path: `/data/k${i}`, value: "v" }))),
).toString("base64");
const zipped = gzipSync(Buffer.alloc(60 << 20));

/** Hostile webhooks, which are called for the objects of others. */
export const WEBHOOKS = {
  "a webhook that hangs": hooked(20, () => {}),
  "a webhook with 20,000 warnings": hooked(1, (response, request) => review(response, request, { warnings })),
  "a webhook with odd warnings": hooked(5, (response, request) =>
    review(response, request, { warnings: ["\u0000", "\n", "ä€😀", "\ud800", "x".repeat(10_000)] }),
  ),
  "a webhook with 20,000 annotations": hooked(1, (response, request) =>
    review(response, request, { auditAnnotations: annotations }),
  ),
  "a webhook with 5,000 patches": hooked(1, (response, request) =>
    review(response, request, { patchType: "JSONPatch", patch }),
  ),
  "a webhook that floods": hooked(1, (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const flood = () => {
      while (response.write(Buffer.alloc(65_536, 32)));
    };
    response.on("drain", flood);
    flood();
  }),
  "a webhook with 60 MB in gzip": hooked(1, (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    response.end(zipped);
  }),
  "a webhook whose error is 1 MB of YAML": hooked(0.5, (response) => {
    response.writeHead(500, { "content-type": "application/yaml" });
    response.end("a: [\n".repeat(200_000));
  }),
  "a webhook whose answer comes in drops": hooked(10, (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" "), 100);
    response.on("close", () => clearInterval(timer));
  }),
};
