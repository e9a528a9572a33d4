import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, stopServer, TOKEN } from "../../test/process/start-server.mjs";
import { cpuMsOf, NODE_FLAGS } from "./processes.mjs";
import { configurationsOf } from "./shapes.mjs";

const IN_FLIGHT = 32;

/**
 * One shape on one engine: relay and server by turns, so that whatever else the machine does hits both.
 * Idle webhooks are compared with a second server that has none.
 */
export async function measureShape(
  shape,
  { engine, protocol, seconds, warmup, rounds, dist, load, relay, webhook },
) {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-bench-"));
  const start = (name) =>
    startServer({ dist, dataDir: join(folder, name), inMemory: engine === "memory", nodeFlags: NODE_FLAGS });
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
    const run = (name) => runOnce(load, targets[name], { protocol, seconds });
    // Compiled code comes with the number of calls, not with time.
    for (const name of Object.keys(targets)) await runOnce(load, targets[name], { protocol, ...warmup });
    const results = { relay: [], server: [], plain: [] };
    for (let i = 0; i < rounds; i++)
      for (const name of Object.keys(targets)) results[name].push(await run(name));
    return { shape: shape.name, engine, protocol, ...results };
  } finally {
    await Promise.all(servers.map((server) => stopServer(server)));
    rmSync(folder, { recursive: true, force: true });
  }
}

const targetOf = ({ port, ca, child }) => ({ port, ca, pid: child.pid });

async function runOnce(load, { port, ca, pid }, limits) {
  const before = cpuMsOf(pid);
  const { result } = await load.ask({ port, ca, token: TOKEN, connections: IN_FLIGHT, ...limits });
  const after = cpuMsOf(pid);
  if (result.failures > 0)
    throw new Error(`${result.failures} requests failed, the first with ${result.firstFailure}`);
  const micros = before === undefined ? undefined : ((after - before) * 1000) / result.writes;
  return { ...result, micros };
}

/** Creates a webhook configuration through the API. */
function register({ port, ca }, object) {
  const plural = `${object.kind.toLowerCase()}s`;
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
  const path = `/apis/${object.apiVersion}/${plural}`;
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, ca, path, method: "POST", headers }, (answer) => {
      answer.resume();
      if (answer.statusCode === 201) answer.once("end", resolve);
      else reject(new Error(`${path} answered ${answer.statusCode}`));
    });
    sent.once("error", reject);
    sent.end(JSON.stringify(object));
  });
}
