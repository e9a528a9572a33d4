import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newestEtcd, startEtcd } from "../../test/process/etcd.mjs";
import { startServer, stopServer } from "../../test/process/start-server.mjs";
import { register } from "./api.mjs";
import { NODE_FLAGS } from "./processes.mjs";
import { runOnce, targetOf } from "./run-once.mjs";
import { configurationsOf } from "./shapes.mjs";

/**
 * One shape on one engine: relay and server by turns, so that whatever else the machine does hits both.
 * Idle webhooks are compared with a second server that has none.
 */
export async function measureShape(
  shape,
  { engine, protocol, seconds, warmup, rounds, dist, load, relay, webhook },
) {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-bench-"));
  const etcds = [];
  const start = async (name) => {
    const dataDir = join(folder, name);
    const common = { dist, dataDir, nodeFlags: NODE_FLAGS };
    if (engine !== "etcd") return startServer({ ...common, inMemory: engine === "memory" });
    const etcd = await startEtcd(newestEtcd(), { durable: true });
    etcds.push(etcd);
    return startServer({ ...common, flags: ["--etcd-servers", etcd.endpoint] });
  };
  const servers = [];
  try {
    const server = await start("server");
    servers.push(server);
    const plain = shape.idle > 0 ? await start("plain") : undefined;
    if (plain !== undefined) servers.push(plain);
    await Promise.all(configurationsOf(shape, webhook).map((object) => register(server, object)));
    await relay.ask({ shape });
    const relayTarget = {
      port: protocol === "h2" ? relay.h2Port : relay.port,
      ca: relay.ca,
      pid: relay.child.pid,
    };
    const targets = {
      relay: relayTarget,
      server: targetOf(server),
      ...(plain === undefined ? {} : { plain: targetOf(plain) }),
    };
    // Compiled code comes with the number of calls, not with time.
    for (const name of Object.keys(targets)) await runOnce(load, targets[name], { protocol, ...warmup });
    const results = await byTurns(rounds, targets, load, { protocol, seconds });
    const alone = shape.alone
      ? await byTurns(rounds, targets, load, { protocol, seconds, connections: 1 })
      : undefined;
    return { shape: shape.name, engine, protocol, ...results, alone };
  } finally {
    await Promise.all(servers.map((server) => stopServer(server)));
    await Promise.all(etcds.map((etcd) => etcd.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function byTurns(rounds, targets, load, order) {
  const results = { relay: [], server: [], plain: [] };
  for (let i = 0; i < rounds; i++)
    for (const [name, target] of Object.entries(targets))
      results[name].push(await runOnce(load, target, order));
  return results;
}
