import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { newestEtcd, startEtcd } from "../../test/process/etcd.mjs";
import { startServer, stopServer, TOKEN } from "../../test/process/start-server.mjs";
import { register } from "../parts/api.mjs";
import { NODE_FLAGS, residentMbOf } from "../parts/processes.mjs";
import { targetOf } from "../parts/run-once.mjs";
import { configurationsOf, SHAPES } from "../parts/shapes.mjs";
import { medianOf, processesOf, turn } from "./turn.mjs";

const NAMES = ["no webhook", "5 validating"];

/**
 * Writes of one process and of several over the same etcd, or each in a folder of its own (`engine`: `lmdb`), by turns. Resolves with a page: writes per second, and the processor time of each
 * process for a write. A machine without a core for each of them cannot show what it could do: the page has the cores and the load.
 */
export async function runProcesses({ count, engine = "etcd", ...options }) {
  const rows = [];
  for (const shape of SHAPES.filter(({ name }) => NAMES.includes(name)))
    rows.push(await measureShape(shape, { ...options, count, engine }));
  return pageOf(rows, { count, engine });
}

async function measureShape(shape, { dist, count, engine, seconds, rounds, warmup, load, webhook }) {
  process.stderr.write(`${shape.name} ...\n`);
  const folder = mkdtempSync(join(tmpdir(), "sallyport-bench-"));
  const etcd = engine === "etcd" ? await startEtcd(newestEtcd(), { durable: true }) : undefined;
  const servers = [];
  try {
    const targets = {};
    for (const [name, processes] of [
      ["one", 1],
      ["several", count],
    ]) {
      const place = etcd === undefined ? [] : ["--etcd-servers", etcd.endpoint, "--etcd-prefix", `/${name}`];
      const flags = [...place, "--no-console", "--processes", String(processes)];
      const server = await startServer({ dist, dataDir: join(folder, name), nodeFlags: NODE_FLAGS, flags });
      servers.push(server);
      for (const object of configurationsOf(shape, webhook)) await register(server, object);
      targets[name] = targetOf(server);
      await load.ask({
        ...orderOf(targets[name]),
        ...warmup,
        writes: warmup.writes && warmup.writes * processes,
      });
    }
    const results = { one: [], several: [] };
    const others = { etcd: etcd?.pid, load: load.child.pid, webhook: webhook.child.pid };
    for (let i = 0; i < rounds; i++)
      for (const [name, target] of Object.entries(targets))
        results[name].push(await turn(load, target, others, { ...orderOf(target), seconds }));
    const memory = servers.map(({ child }) => processesOf(child.pid).map(residentMbOf));
    return { shape: shape.name, ...results, memory };
  } finally {
    await Promise.all(servers.map((server) => stopServer(server)));
    await etcd?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const orderOf = ({ port, ca }) => ({ port, ca, token: TOKEN, protocol: "h1", connections: IN_FLIGHT });
const IN_FLIGHT = 32;

function pageOf(rows, { count, engine }) {
  const lines = rows.flatMap(({ shape, one, several, memory }) => {
    const ratio = several.map((result, i) => result.perSecond / one[i].perSecond);
    return [
      ...[one, several].map((results, i) => {
        const at = (pick) => Math.round(medianOf(results.map(pick)));
        const servers = results[0].servers
          .map((_, index) => at(({ servers }) => servers[index] ?? 0))
          .join(" + ");
        const { parent, etcd } = results[0];
        return `| ${shape} | ${i === 0 ? 1 : count} | ${at(({ perSecond }) => perSecond)} | ${servers} | ${parent === undefined ? "" : at((result) => result.parent)} | ${etcd === undefined ? "" : at((result) => result.etcd)} | ${at((result) => result.load)} | ${at((result) => result.webhook)} | ${memory[i].map(Math.round).join(" + ")} |`;
      }),
      `| | ratio | ${medianOf(ratio).toFixed(2)} | | | | | | |`,
    ];
  });
  return `# Several processes over ${engine}

${availableParallelism()} cores, load average ${loadavg()
    .map((one) => one.toFixed(1))
    .join(", ")}. Creates of pods of 3 KB, 32 in flight, medians. Times in µs of
processor time for each write of the whole server; memory of each process in MB.

| webhooks | processes | writes/s | servers | parent | etcd | load | webhook | memory |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${lines.join("\n")}
`;
}
