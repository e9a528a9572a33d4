import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, stopServer, TOKEN } from "../../test/process/start-server.mjs";
import { NODE_FLAGS } from "./processes.mjs";
import { median } from "./report.mjs";

const PATH = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
const SIDE_BY_SIDE = 16;

const nameOf = (n) => `idle-${String(n).padStart(6, "0")}`;
const configuration = (n, timeoutSeconds = 10) => ({
  metadata: { name: nameOf(n) },
  webhooks: [
    {
      name: `hook-${n}.bench.example.com`,
      clientConfig: { url: "https://127.0.0.1:9/" },
      rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
      namespaceSelector: { matchLabels: { team: `team-${n}` } },
      timeoutSeconds,
      admissionReviewVersions: ["v1"],
      sideEffects: "None",
    },
  ],
});

/**
 * Changes to one of very many configurations, medians in milliseconds: how long until it is in effect (it is answered then),
 * and the longest that another request waited until a write was decided under it.
 */
export async function measureChange({ dist, count, changes }) {
  const dataDir = mkdtempSync(join(tmpdir(), "sallyport-bench-"));
  const server = await startServer({ dist, dataDir, inMemory: true, nodeFlags: NODE_FLAGS });
  const agent = new Agent({ keepAlive: true });
  const ask = (method, path, body, type) => send(server, agent, method, path, body, type);
  try {
    for (let from = 0; from < count; from += SIDE_BY_SIDE) {
      const numbers = Array.from({ length: Math.min(SIDE_BY_SIDE, count - from) }, (_, i) => from + i);
      await Promise.all(numbers.map((n) => ask("POST", PATH, configuration(n))));
    }
    const took = [];
    for (let i = 0; i < changes; i++) took.push(await change(ask, (i * 7919) % count, 1 + (i % 20)));
    const settled = took.slice(changes >> 2);
    return {
      count,
      effectMs: median(settled.map(({ effectMs }) => effectMs)),
      blockedMs: median(settled.map(({ blockedMs }) => blockedMs)),
    };
  } finally {
    agent.destroy();
    await stopServer(server);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function change(ask, n, timeoutSeconds) {
  let isOver = false;
  const others = waits(ask, () => isOver);
  const startedAt = performance.now();
  const { webhooks } = configuration(n, timeoutSeconds);
  await ask("PATCH", `${PATH}/${nameOf(n)}`, { webhooks }, "application/merge-patch+json");
  const effectMs = performance.now() - startedAt;
  const map = { metadata: { name: "probe" }, data: { a: "b" } };
  await ask("POST", "/api/v1/namespaces/default/configmaps?dryRun=All", map);
  isOver = true;
  return { effectMs, blockedMs: await others };
}

/** The longest wait of requests that need nothing, one after the other. */
async function waits(ask, isOver) {
  let longest = 0;
  while (!isOver()) {
    const startedAt = performance.now();
    await ask("GET", "/livez");
    longest = Math.max(longest, performance.now() - startedAt);
  }
  return longest;
}

function send({ port, ca }, agent, method, path, body, type = "application/json") {
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": type };
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, ca, path, method, headers, agent }, (answer) => {
      answer.resume();
      answer.once("end", () =>
        answer.statusCode < 300 ? resolve() : reject(new Error(`${method} ${path}: ${answer.statusCode}`)),
      );
      answer.once("error", reject);
    });
    sent.once("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
