import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, stopServer } from "../../test/process/start-server.mjs";
import { besideRows, fanOut } from "./beside-rows.mjs";
import { NODE_FLAGS } from "./processes.mjs";
import { referenceLacking, startReference } from "./reference.mjs";
import { runOnce, targetOf } from "./run-once.mjs";

const WARM_UP_SECONDS = 3;
const FAN_OUT = "events to 100 watchers of all pods";

/**
 * The server, with its objects on disk, and kube-apiserver with etcd, by turns; without it where it is not at hand, or when
 * the run is to be quick. `reference` of the result says in words why it is missing.
 */
export async function measureBeside(options) {
  const { dist, quick } = options;
  const folder = mkdtempSync(join(tmpdir(), "sallyport-bench-"));
  const lacking = quick ? "left out" : referenceLacking();
  const server = await startServer({ dist, dataDir: folder, nodeFlags: NODE_FLAGS });
  let reference;
  try {
    reference = lacking === undefined ? await startReference() : undefined;
    const targets = { server: targetOf(server), ...(reference === undefined ? {} : { reference }) };
    const rows = [];
    const wanted = (name) => options.only === undefined || name.includes(options.only);
    for (const row of besideRows(options))
      if (wanted(row.name)) rows.push(await measureRow(row, targets, options));
    if (wanted(FAN_OUT)) rows.push(await fanOutRow(targets, options));
    return { rows, lacking };
  } finally {
    reference?.stop();
    await stopServer(server);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureRow(row, targets, { load, seconds, rounds, quick }) {
  process.stderr.write(`${row.name} ...\n`);
  const all = Object.entries(targets);
  const order = { protocol: "h1", ...row.order };
  for (const [, target] of all) {
    await row.prepare?.(target, load, { protocol: "h1", seconds: 10 });
    await runOnce(load, target, { ...order, seconds: quick ? 0.2 : WARM_UP_SECONDS });
  }
  const results = { server: [], reference: [] };
  for (let i = 0; i < rounds; i++)
    for (const [name, target] of all) results[name].push(await runOnce(load, target, { ...order, seconds }));
  for (const [, target] of all) await row.after?.(target);
  return { name: row.name, unit: row.unit, ...results };
}

async function fanOutRow(targets, { load, watchers, rounds, quick }) {
  const results = { server: [], reference: [] };
  const sizes = { writes: 16, bursts: quick ? 1 : 50 };
  for (let i = 0; i < rounds; i++) {
    for (const [name, target] of Object.entries(targets)) {
      const { eventsPerSecond } = await fanOut(target, { load, watchers, ...sizes });
      results[name].push({ perSecond: eventsPerSecond });
    }
  }
  return { name: FAN_OUT, unit: "events/s", ...results };
}
