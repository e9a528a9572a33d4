import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, stopServer } from "../../test/process/start-server.mjs";
import { memoryOf, NODE_FLAGS } from "../parts/processes.mjs";
import { median } from "../parts/report.mjs";
import { runOnce, targetOf } from "../parts/run-once.mjs";
import { MAP_BYTES, mapName, NAMESPACE, storeMaps } from "./stored-maps.mjs";

const MAPS = `/api/v1/namespaces/${NAMESPACE}/configmaps`;
const WARM_UP = { seconds: 5, writes: 4000 };
/** Time in milliseconds in which a started server ends its background work. */
const SETTLE_MS = 5000;

const ORDERS = {
  writes: {
    request: {
      method: "POST",
      path: "/api/v1/namespaces/default/configmaps",
      body: JSON.stringify({ metadata: { name: "%P%-%N%" }, data: { text: "x".repeat(600) } }),
    },
  },
  gets: { expect: 200, request: { method: "GET", path: `${MAPS}/${mapName(0).slice(0, -1)}%C%` } },
  pages: { expect: 200, connections: 2, request: { method: "GET", path: `${MAPS}?limit=500` } },
};

/** Servers that have more and more objects on disk, by turns. */
export async function measureObjects({ counts, dist, load, seconds, rounds }) {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-growth-"));
  const servers = [];
  try {
    const rows = [];
    for (const count of counts) {
      process.stderr.write(`${count} objects: store, start ...\n`);
      const dataDir = join(folder, String(count));
      await storeMaps(dist, dataDir, count);
      const server = await startServer({ dist, dataDir, nodeFlags: NODE_FLAGS });
      servers.push(server);
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      const memory = memoryOf(server.child.pid);
      rows.push({ count, readyMs: server.readyMs, memory, stored: count * MAP_BYTES, server });
    }
    for (const [name, order] of Object.entries(ORDERS))
      await measureOrder(name, order, rows, { load, seconds, rounds });
    for (const row of rows) row.memoryAfter = memoryOf(row.server.child.pid);
    return rows;
  } finally {
    await Promise.all(servers.map((server) => stopServer(server)));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureOrder(name, order, rows, { load, seconds, rounds }) {
  process.stderr.write(`${name} ...\n`);
  const all = { protocol: "h1", connections: 10, ...order };
  const run = ({ server }, limits) => runOnce(load, targetOf(server), { ...all, ...limits });
  for (const row of rows) await run(row, WARM_UP);
  const results = rows.map(() => []);
  for (let i = 0; i < rounds; i++)
    for (const [index, row] of rows.entries()) results[index].push(await run(row, { seconds }));
  for (const [index, row] of rows.entries()) {
    const of = (field) => median(results[index].map((result) => result[field]));
    row[name] = { perSecond: of("perSecond"), micros: of("micros") };
  }
}
