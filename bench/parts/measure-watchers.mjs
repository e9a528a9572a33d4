import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, stopServer, TOKEN } from "../../test/process/start-server.mjs";
import { ask } from "./api.mjs";
import { NODE_FLAGS, residentMbOf } from "./processes.mjs";
import { runOnce, targetOf } from "./run-once.mjs";

/** Requests of many watchers of pods; `%W%` is the number of the watcher. The pods that are written match none. */
const SELECTIVE = [
  { name: "each of another node", path: "/api/v1/pods?watch=1&fieldSelector=spec.nodeName%3Dnode-%W%" },
  { name: "each of another label", path: "/api/v1/pods?watch=1&labelSelector=app%3Dapp-%W%" },
  { name: "each of another namespace", path: "/api/v1/namespaces/n-%W%/pods?watch=1" },
  { name: "all without a label", path: "/api/v1/pods?watch=1&labelSelector=!app" },
];

const EVERYTHING = "/api/v1/pods?watch=1";

/**
 * Many watchers of pods on one process. Writes per second with them and, by turns, on a second server without any; then
 * how fast events reach all of them when each gets every event. `kinds`: how many of the kinds of watchers; default all.
 */
export async function measureWatchers({
  count,
  kinds = SELECTIVE.length,
  writes,
  seconds,
  rounds,
  warmup,
  dist,
  load,
  watchers,
}) {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-bench-"));
  const start = (name) => startServer({ dist, dataDir: join(folder, name), nodeFlags: NODE_FLAGS });
  const servers = [];
  try {
    servers.push(await start("watched"), await start("plain"));
    const [watched, plain] = servers.map(targetOf);
    for (const target of [watched, plain]) await runOnce(load, target, { protocol: "h1", ...warmup });
    const rows = [];
    for (const { name, path } of SELECTIVE.slice(0, kinds)) {
      process.stderr.write(`${count} watchers, ${name} ...\n`);
      await open(watchers, watched, { count, path });
      const results = { watched: [], plain: [] };
      for (let i = 0; i < rounds; i++) {
        results.watched.push(await runOnce(load, watched, { protocol: "h1", seconds }));
        results.plain.push(await runOnce(load, plain, { protocol: "h1", seconds }));
      }
      const { events } = await watchers.ask({ close: true });
      if (events > 0) throw new Error(`${events} events reached watchers whom they do not concern`);
      rows.push({ name, count, ...results, residentMb: residentMbOf(watched.pid) });
    }
    const fanOut = await measureFanOut(watched, { count, writes, bursts: 2, load, watchers });
    return { rows, fanOut };
  } finally {
    await Promise.all(servers.map((server) => stopServer(server)));
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Events per second to `count` watchers of all pods: from the first of some writes to the last event that they make, and
 * again. Bursts are small and few writes are in flight: kube-apiserver cuts off those whom it cannot reach fast enough.
 */
export async function measureFanOut(target, { count, writes, bursts, streams, load, watchers }) {
  process.stderr.write(`${count} watchers, all events ...\n`);
  let { events } = await open(watchers, target, { count, path: EVERYTHING, streams });
  let elapsed = 0;
  let expected = 0;
  for (let i = 0; i < bursts; i++) {
    const startedAt = performance.now();
    const order = { protocol: "h1", seconds: 60, writes, connections: 4, keep: true };
    const written = await runOnce(load, target, order);
    expected += written.writes * count;
    while (events < expected) {
      if (performance.now() - startedAt > 60_000) throw new Error(`${events} of ${expected} events came`);
      await new Promise((resolve) => setTimeout(resolve, 2));
      ({ events } = await watchers.ask({}));
    }
    elapsed += performance.now() - startedAt;
  }
  await watchers.ask({ close: true });
  return { count, eventsPerSecond: (expected / elapsed) * 1000 };
}

/** Opens watches as informers do: from the revision of a list. */
async function open(watchers, target, { count, path, streams }) {
  const { bytes } = await ask(target, "GET", "/api/v1/pods?limit=1");
  const { resourceVersion } = JSON.parse(bytes.toString()).metadata;
  const from = `${path}&resourceVersion=${resourceVersion}`;
  return watchers.ask({ open: { count, path: from, streams }, target: { ...target, token: TOKEN } });
}
