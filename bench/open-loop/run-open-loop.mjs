import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { newestEtcd, startEtcd } from "../../test/process/etcd.mjs";
import { hasReference, startReference } from "../../test/process/reference.mjs";
import { startServer, stopServer, TOKEN } from "../../test/process/start-server.mjs";
import { NODE_FLAGS, startPart } from "../parts/processes.mjs";
import { runOnce, targetOf } from "../parts/run-once.mjs";

/** Shares of the capacity at which requests arrive. */
const SHARES = [0.25, 0.5, 0.75, 0.9];
/** Rounds at each share. That with the median p99 counts: a moment when the disk stands still is in one of them only. */
const ROUNDS = 3;
const OVERLOAD = 2;
/** The writes of one run need more than etcd's default of 2 GB. */
const LARGE_ETCD = ["--quota-backend-bytes", String(8 * 2 ** 30)];
/** Time to return to normal after the overload; then requests are measured again. */
const RETURN_SECONDS = 1;
const RECOVERY_SECONDS = 3;

/**
 * Creates of Pods at fixed rates, whether or not earlier ones are answered, on the server with LMDB, on the server over etcd and, where
 * they are at hand, on kube-apiserver over etcd: one after the other, each with a new store. The capacity is what 32 clients reach that wait for their answers.
 * Returns a page and the goals.
 */
export async function runOpenLoop({ dist, quick }) {
  const [load, open] = [startPart("load"), startPart("../open-loop/open-load")];
  try {
    const servers = [];
    for (const [name, start] of candidates({ dist, quick })) {
      process.stderr.write(`${name} ...\n`);
      const stops = [];
      try {
        servers.push({ name, ...(await measure(await start(stops), { load, open, quick })) });
      } finally {
        for (const stop of stops.reverse()) await stop();
      }
    }
    return pageOf(servers);
  } finally {
    await Promise.all([load.stop(), open.stop()]);
  }
}

async function measure(target, { load, open, quick }) {
  const [seconds, overloadSeconds] = quick ? [0.2, 1] : [8, 60];
  await runOnce(load, target, { protocol: "h2", seconds: quick ? 0.3 : 60, writes: 12_000 });
  const { perSecond: capacity } = await runOnce(load, target, { protocol: "h2", seconds: quick ? 0.3 : 8 });
  const at = async (share, time) => {
    const { result } = await open.ask({
      ...target,
      token: TOKEN,
      perSecond: capacity * share,
      seconds: time,
    });
    return result;
  };
  const rows = [];
  for (const share of SHARES) {
    const rounds = [];
    for (let i = 0; i < ROUNDS; i++) rounds.push(await at(share, seconds));
    rounds.sort((a, b) => a.p99 - b.p99);
    rows.push({ share, ...rounds[Math.floor(ROUNDS / 2)] });
  }
  const overload = await at(OVERLOAD, overloadSeconds);
  await at(0.5, RETURN_SECONDS);
  const after = await at(0.5, RECOVERY_SECONDS);
  return { capacity, rows, overload, after, overloadSeconds };
}

/** Names of the servers, and functions that start them and add to `stops` the functions that stop the parts. */
function candidates({ dist, quick }) {
  const etcd = newestEtcd();
  const newEtcd = async (stops) => {
    const { endpoint, stop } = await startEtcd(etcd, { durable: true, flags: LARGE_ETCD });
    stops.push(stop);
    return endpoint;
  };
  const serve = async (stops, flags) => {
    const dataDir = mkdtempSync(join(tmpdir(), "sallyport-open-loop-"));
    stops.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const server = await startServer({ dist, dataDir, nodeFlags: NODE_FLAGS, flags });
    stops.push(() => stopServer(server));
    return targetOf(server);
  };
  const reference = async (stops) => {
    const server = await startReference(await newEtcd(stops));
    stops.push(() => server.stop());
    return server;
  };
  return [
    ["Sallyport, LMDB", (stops) => serve(stops, [])],
    ...(quick || etcd === undefined
      ? []
      : [["Sallyport, etcd", async (stops) => serve(stops, ["--etcd-servers", await newEtcd(stops)])]]),
    ...(quick || etcd === undefined || !hasReference() ? [] : [["kube-apiserver, etcd", reference]]),
  ];
}

function pageOf(servers) {
  const lines = [
    "# Latency at fixed rates",
    "",
    `Creates of Pods of 3 KB over HTTP/2, ${availableParallelism()} cores for servers and clients together. Requests arrive at equal distances, whether or not earlier`,
    `ones are answered, and each is timed from its planned start, in milliseconds; of ${ROUNDS} rounds that with the median p99. Capacity: creates per second of 32 clients that wait for their answers.`,
    "",
    "| Server | Capacity | Rate | p50 | p99 | p99.9 | longest | refused or lost |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...servers.flatMap(({ name, capacity, rows }) =>
      rows.map(
        ({ share, p50, p99, p999, longest, refused, lost }) =>
          `| ${name} | ${capacity.toFixed(0)}/s | ${share * 100} % | ${[p50, p99, p999, longest].map(shown).join(" | ")} | ${missing(refused, lost)} |`,
      ),
    ),
    "",
    `Twice the capacity for ${servers[0]?.overloadSeconds} seconds, and half of it for ${RECOVERY_SECONDS} seconds, ${RETURN_SECONDS} second after it:`,
    "",
    "| Server | Creates per second | Share of the capacity | refused or lost | p99 after it |",
    "| --- | --- | --- | --- | --- |",
    ...servers.map(({ name, capacity, overload, after, overloadSeconds }) => {
      const done = goodput(overload, overloadSeconds);
      return `| ${name} | ${done.toFixed(0)} | ${((done / capacity) * 100).toFixed(0)} % | ${missing(overload.refused, overload.lost)} | ${shown(after.p99)} |`;
    }),
    "",
  ];
  return { page: `${lines.join("\n")}`, goals: goalsOf(servers) };
}

const goodput = ({ perSecondDone }, seconds) =>
  perSecondDone.slice(0, Math.ceil(seconds)).reduce((sum, count) => sum + count, 0) / seconds;

const shown = (milliseconds) => milliseconds.toFixed(milliseconds < 10 ? 2 : 0);

function missing(refused, lost) {
  const all = [...Object.entries(refused).map(([status, count]) => `${count} × ${status}`)];
  if (lost > 0) all.push(`${lost} lost`);
  return all.join(", ") || "none";
}

/** Texts of the requirements, each with the measured value. */
function goalsOf(servers) {
  const p99 = (name) =>
    servers.find((one) => one.name === name)?.rows.find(({ share }) => share === 0.75)?.p99;
  const [ours, theirs] = [p99("Sallyport, etcd"), p99("kube-apiserver, etcd")];
  const [lmdb] = servers;
  const share = goodput(lmdb.overload, lmdb.overloadSeconds) / lmdb.capacity;
  return [
    ...(theirs === undefined
      ? []
      : [{ name: "p99 at 75 %, over etcd, to that of kube-apiserver", value: ours / theirs, atMost: 0.5 }]),
    { name: "creates at twice the capacity, to the capacity", value: share, atLeast: 0.9 },
    {
      name: "p99 at half the capacity after it, to that before it",
      value: lmdb.after.p99 / lmdb.rows[1].p99,
      atMost: 2,
    },
  ].map((goal) => ({
    ...goal,
    isMet: goal.value <= (goal.atMost ?? Infinity) && goal.value >= (goal.atLeast ?? 0),
  }));
}
