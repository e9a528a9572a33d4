import { pathToFileURL } from "node:url";
import { startPart } from "../parts/processes.mjs";
import { POD } from "./cases.mjs";
import { median } from "./stopwatch.mjs";

const CONDITIONS = 1000;
const CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";

/**
 * Time of a dry-run create of a pod in a whole control plane in memory: without webhooks, with a thousand conditions that
 * do not match in twenty webhooks and in a thousand, and with one webhook that is called (another process, TLS, a kept
 * connection). In microseconds.
 */
export async function measureConditions(dist, { rounds, milliseconds }) {
  const load = (path) => import(pathToFileURL(`${dist}/${path}`).href);
  const { startInMemoryCluster } = await load("test/tools/in-memory-cluster.tool.js");
  const { memoryRequest } = await load("src/api/exchange/memory-request.js");
  const webhook = await startWebhook(load);
  const made = [];
  try {
    for (const hooks of [[], notMatching(20), notMatching(CONDITIONS), [called(webhook)]])
      made.push(await cluster({ startInMemoryCluster, memoryRequest }, hooks));
    return await take(made, { rounds, milliseconds });
  } finally {
    for (const { stop } of made) await stop();
    webhook.stop();
  }
}

async function take(clusters, { rounds, milliseconds }) {
  const times = clusters.map(() => []);
  for (let round = -1; round < rounds; round++)
    for (const [i, { create }] of clusters.entries()) {
      const time = await microsecondsOf(create, milliseconds);
      if (round >= 0) times[i].push(time);
    }
  const [none = 0, few = 0, many = 0, call = 0] = times.map(median);
  return { none, few: few - none, many: many - none, call: call - none };
}

async function startWebhook(load) {
  const { createAuthority, issueServing } = await load("src/http/certificates/issue.js");
  const now = Date.now();
  const authority = await createAuthority({ commonName: "bench", now });
  const { cert, key } = await issueServing(authority, { hosts: ["127.0.0.1"], now });
  const part = startPart("webhook");
  const { port } = await part.ask({ cert, key });
  return { port, ca: authority.cert, stop: part.stop };
}

const hook = (name, clientConfig, matchConditions) => ({
  name,
  clientConfig,
  matchConditions,
  rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }],
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
});

const notMatching = (hooks) =>
  Array.from({ length: hooks }, (_, i) =>
    hook(
      `hook-${i}.example.com`,
      { url: "https://127.0.0.1:9/" },
      Array.from({ length: CONDITIONS / hooks }, (_, j) => ({
        name: `team-${j}`,
        expression: `request.userInfo.username == 'team-${i}-${j}'`,
      })),
    ),
  );

const called = ({ port, ca }) =>
  hook(
    "called.example.com",
    { url: `https://127.0.0.1:${port}/`, caBundle: Buffer.from(ca).toString("base64") },
    [],
  );

async function cluster({ startInMemoryCluster, memoryRequest }, webhooks) {
  const api = await startInMemoryCluster();
  await api.ask("POST", "/api/v1/namespaces", { metadata: { name: "default" } });
  if (webhooks.length > 0) {
    const { status, body } = await api.ask("POST", CONFIGURATIONS, { metadata: { name: "bench" }, webhooks });
    if (status !== 201) throw new Error(`the webhooks were refused: ${JSON.stringify(body)}`);
  }
  const url = "/api/v1/namespaces/default/pods?dryRun=All";
  const headers = { authorization: `Bearer ${api.cluster.token}`, "content-type": "application/json" };
  const text = JSON.stringify(POD);
  const create = async () => {
    const { status, body } = await api.cluster.handle(
      memoryRequest({ method: "POST", url, headers, body: text }),
    );
    if (status !== 201) throw new Error(`the pod was refused: ${body}`);
  };
  return { create, stop: () => api.stop() };
}

async function microsecondsOf(create, milliseconds) {
  const startedAt = performance.now();
  let calls = 0;
  while (performance.now() - startedAt < milliseconds) {
    for (let i = 0; i < 8; i++) await create();
    calls += 8;
  }
  return ((performance.now() - startedAt) * 1000) / calls;
}
