import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newestEtcd, startEtcd } from "../../test/process/etcd.mjs";
import { hasReference, startReference } from "../../test/process/reference.mjs";
import { startServer, stopServer } from "../../test/process/start-server.mjs";
import { NODE_FLAGS } from "../parts/processes.mjs";
import { runOnce, targetOf } from "../parts/run-once.mjs";
import { besideRows, fanOut } from "./rows.mjs";

/** Compiled code comes with the number of calls, not with time. */
const WARM_UP = { seconds: 10, writes: 4000 };
/** Before all rows: most of their code is that of writes, and its compilation ends only after about 10,000 of them. */
const FIRST_WRITES = { seconds: 30, writes: 12_000 };
const FAN_OUT = "events to 100 watchers of all pods";

/**
 * The server with its objects on disk and, by turns, where they are at hand: the server over etcd, and kube-apiserver over
 * the same etcd. `lacking` of the result says in words why kube-apiserver is missing; so it is when the run is to be quick.
 */
export async function measureBeside(options) {
  const started = [];
  const folder = mkdtempSync(join(tmpdir(), "sallyport-bench-"));
  const lacking = lackingOf(options);
  try {
    const targets = await startTargets({ ...options, folder, lacking }, started);
    if (!options.quick)
      for (const target of Object.values(targets))
        await runOnce(options.load, target, { protocol: "h1", ...FIRST_WRITES });
    const rows = [];
    const wanted = (name) => options.only === undefined || name.includes(options.only);
    for (const row of besideRows(options))
      if (wanted(row.name)) rows.push(await measureRow(row, targets, options));
    if (wanted(FAN_OUT)) rows.push(await fanOutRow(targets, options));
    return { rows, lacking };
  } finally {
    for (const stop of started.reverse()) await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function lackingOf({ quick }) {
  if (quick) return "left out";
  return hasReference() ? undefined : "it has not been built";
}

async function startTargets({ dist, folder, lacking }, started) {
  const start = async (name, flags = []) => {
    const options = { dist, dataDir: join(folder, name), nodeFlags: NODE_FLAGS, flags };
    const server = await startServer(options);
    started.push(() => stopServer(server));
    return targetOf(server);
  };
  const targets = { server: await start("lmdb") };
  const found = newestEtcd();
  if (found === undefined) return targets;
  const etcd = await startEtcd(found, { durable: true });
  started.push(etcd.stop);
  targets.etcd = await start("etcd", ["--etcd-servers", etcd.endpoint, "--etcd-prefix", "/sallyport"]);
  if (lacking !== undefined) return targets;
  targets.reference = await startReference(etcd.endpoint);
  started.push(targets.reference.stop);
  return targets;
}

async function measureRow(row, targets, { load, seconds, rounds, quick }) {
  process.stderr.write(`${row.name} ...\n`);
  const all = Object.entries(targets);
  const order = { protocol: "h1", ...row.order };
  for (const [, target] of all) {
    await row.prepare?.(target, load, { protocol: "h1", seconds: 10 });
    await runOnce(load, target, { ...order, ...(quick ? { seconds: 0.2 } : WARM_UP) });
  }
  const results = { server: [], etcd: [], reference: [] };
  for (let i = 0; i < rounds; i++)
    for (const [name, target] of all) results[name].push(await runOnce(load, target, { ...order, seconds }));
  for (const [, target] of all) await row.after?.(target);
  return { name: row.name, unit: row.unit, ...results };
}

async function fanOutRow(targets, { load, watchers, rounds, quick }) {
  const results = { server: [], etcd: [], reference: [] };
  const sizes = { writes: 16, bursts: quick ? 1 : 50 };
  for (let i = 0; i < rounds; i++) {
    for (const [name, target] of Object.entries(targets)) {
      const { eventsPerSecond } = await fanOut(target, { load, watchers, ...sizes });
      results[name].push({ perSecond: eventsPerSecond });
    }
  }
  return { name: FAN_OUT, unit: "events/s", ...results };
}
