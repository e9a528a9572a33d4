import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, stopServer } from "../../test/process/start-server.mjs";
import { ask, createObject } from "../parts/api.mjs";
import { memoryOf, NODE_FLAGS } from "../parts/processes.mjs";
import { median } from "../parts/report.mjs";
import { runOnce, targetOf } from "../parts/run-once.mjs";

const GROUP = "growth.example.com";
const SIDE_BY_SIDE = 8;

const text = { type: "string" };
const schema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`field${i}`, text])),
    },
  },
};

const definition = (n) => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `things${n}.${GROUP}` },
  spec: {
    group: GROUP,
    scope: "Namespaced",
    names: { plural: `things${n}`, singular: `thing${n}`, kind: `Thing${n}`, listKind: `Thing${n}List` },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
  },
});

const ORDER = {
  protocol: "h1",
  request: {
    method: "POST",
    path: `/apis/${GROUP}/v1/namespaces/default/things0`,
    body: JSON.stringify({
      apiVersion: `${GROUP}/v1`,
      kind: "Thing0",
      metadata: { name: "%P%-%N%" },
      spec: { field1: "x".repeat(600) },
    }),
  },
};

/** Servers with more and more definitions: how long one takes to make, then a start with all of them, and writes of one kind. */
export async function measureDefinitions({ counts, dist, load, seconds, rounds }) {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-growth-"));
  const servers = [];
  try {
    const rows = [];
    for (const count of counts) {
      process.stderr.write(`${count} definitions ...\n`);
      const row = await startWith(count, { dist, dataDir: join(folder, String(count)) });
      servers.push(row.server);
      rows.push(row);
    }
    for (const row of rows) await runOnce(load, targetOf(row.server), { ...ORDER, seconds: 5, writes: 4000 });
    const results = rows.map(() => []);
    for (let i = 0; i < rounds; i++)
      for (const [index, row] of rows.entries())
        results[index].push(await runOnce(load, targetOf(row.server), { ...ORDER, seconds }));
    for (const [index, row] of rows.entries()) {
      const of = (field) => median(results[index].map((result) => result[field]));
      row.writes = { perSecond: of("perSecond"), micros: of("micros") };
    }
    return rows;
  } finally {
    await Promise.all(servers.map((server) => stopServer(server)));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startWith(count, { dist, dataDir }) {
  const options = { dist, dataDir, nodeFlags: NODE_FLAGS };
  const first = await startServer(options);
  const startedAt = performance.now();
  for (let from = 0; from < count; from += SIDE_BY_SIDE) {
    const numbers = Array.from({ length: Math.min(SIDE_BY_SIDE, count - from) }, (_, i) => from + i);
    await Promise.all(
      numbers.map((n) =>
        createObject(first, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition(n)),
      ),
    );
  }
  const eachMs = (performance.now() - startedAt) / count;
  await stopServer(first);
  const server = await startServer(options);
  await untilServed(server);
  return { count, eachMs, readyMs: server.readyMs, memory: memoryOf(server.child.pid), server };
}

async function untilServed(server) {
  for (let tries = 0; tries < 600; tries++) {
    const { status } = await ask(server, "GET", `/apis/${GROUP}/v1/things0?limit=1`);
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the custom resource is not served");
}
