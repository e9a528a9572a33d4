import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startServer, stopServer } from "../../test/process/start-server.mjs";
import { NODE_FLAGS, residentMbOf } from "./processes.mjs";

const CLUSTERS = `
const { createCluster } = await import(process.argv[1]);
const first = await createCluster();
const startedAt = performance.now();
const second = await createCluster();
process.stdout.write(String(performance.now() - startedAt));
process.exit(0);
`;

/** Milliseconds that a second control plane in a process takes. */
function secondClusterMs(dist) {
  const testing = pathToFileURL(`${dist}/testing/index.js`).href;
  const made = spawnSync(process.execPath, ["--input-type=module", "--eval", CLUSTERS, testing], {
    encoding: "utf8",
  });
  if (made.status !== 0) throw new Error(`no cluster: ${made.stderr}`);
  return Number(made.stdout);
}

/** A server without requests: time until it answers, first start and second, and its memory a second later. */
export async function measureRest(engine, dist) {
  const dataDir = mkdtempSync(join(tmpdir(), "sallyport-bench-"));
  const start = () => startServer({ dist, dataDir, inMemory: engine === "memory", nodeFlags: NODE_FLAGS });
  try {
    const first = await start();
    await stopServer(first);
    const second = await start();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const residentMb = residentMbOf(second.child.pid);
    await stopServer(second);
    const clusterMs = engine === "memory" ? secondClusterMs(dist) : undefined;
    return { engine, firstMs: first.readyMs, secondMs: second.readyMs, residentMb, clusterMs };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
