// npm run stress -- attack [--seconds N] [--rounds N] [--only TEXT|TEXT...] [--part I/N] [--afterwards N] [--quick] [--dist DIR]
// 32 clients that write and read, together with one hostile client of each kind. In turn with it, a process takes its
// place that computes as much and sends nothing to the server. The 32 clients must keep their throughput by the
// processor time of the server (medians over the rounds; other programs on the machine do not count) and lose no
// request. The memory of the server must stay bounded and fall again.
// --only: kinds whose names have one of the texts. --part: every N-th kind, from the I-th (1 is the first).
// --afterwards: number of seconds after which the memory must have fallen, default 75; 0 for short runs. --quick is
// for machines with other load: shorter, every fourth kind, with bounds for such machines. Exit status 1 if a bound
// is exceeded.
import { fork } from "node:child_process";
import { getPriority, setPriority } from "node:os";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readFlags } from "../../scripts/parts/read-flags.mjs";
import { buildServer } from "../process/build-server.mjs";
import { KINDS } from "./kinds.mjs";
import { residentMb, watchMemory } from "./memory.mjs";
import { mainThreadMs, processMs } from "./processor-time.mjs";
import { startTarget } from "./target.mjs";

const { values: flags } = readFlags(import.meta.filename, {
  options: {
    seconds: { type: "string" },
    rounds: { type: "string" },
    only: { type: "string" },
    part: { type: "string", default: "1/1" },
    afterwards: { type: "string" },
    quick: { type: "boolean", default: false },
    dist: { type: "string" },
  },
});
const { quick } = flags;
const seconds = Number(flags.seconds ?? (quick ? 0.6 : 6));
const rounds = Number(flags.rounds ?? (quick ? 1 : 3));
/**
 * Least share of the throughput that is left, by processor time and by the clock, which other programs on the machine disturb;
 * most MB above those at the start; longest wait of one request.
 */
const BOUNDS = quick
  ? { share: 0.3, byClock: 0.15, mb: 800, waitMs: 10_000 }
  : { share: 0.9, byClock: 0.7, mb: 800, waitMs: 2000 };
/** The server gives up unread responses after a minute. */
const AFTERWARDS_MS = Number(flags.afterwards ?? (quick ? 0 : 75)) * 1000;
const SETTLE_MS = 300;
const QUICK_EVERY = 4;

const dist = flags.dist === undefined ? buildServer("attack") : resolve(flags.dist);
const wanted = flags.only?.split("|");
const [part, parts] = flags.part.split("/").map(Number);
const kinds = Object.keys(KINDS)
  .filter((kind) => wanted?.some((text) => kind.includes(text)) ?? true)
  .filter((_, i) => !quick || wanted !== undefined || i % QUICK_EVERY === 0)
  .filter((_, i) => i % parts === part - 1);
const say = (text) => process.stdout.write(`${text}\n`);
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

const target = await startTarget(dist);
const normal = fork(new URL("./normal.mjs", import.meta.url));
const problems = [];
/** Time of the last results of the normal clients. */
let counted = { at: 0, usedMs: 0 };
try {
  normal.send({ server: target.server });
  // Time in which V8 compiles the code of writes. Without it, later measurements would be better than earlier ones.
  await sleep(quick ? 1500 : 30_000);
  const baseMb = residentMb(target.pid);
  say(`${kinds.length} kinds of hostile clients beside 32 normal ones; the server has ${baseMb} MB\n`);
  const memory = watchMemory(target.pid);
  for (const kind of kinds) await attackWith(kind, baseMb, memory);
  await sleep(AFTERWARDS_MS);
  memory.stop();
  const left = residentMb(target.pid);
  say(`\n${left} MB afterwards`);
  if (left > baseMb + BOUNDS.mb) problems.push(`${left - baseMb} MB did not come back`);
} catch (error) {
  problems.push(String(error?.stack ?? error));
} finally {
  normal.kill("SIGKILL");
  await target.stop();
}
for (const problem of problems) say(`BROKEN  ${problem}`);
say(`attack: ${problems.length === 0 ? "every bound holds" : `${problems.length} PROBLEMS`}`);
process.exit(problems.length === 0 ? 0 : 1);

async function attackWith(kind, baseMb, memory) {
  const shares = [];
  const byClock = [];
  let slowestMs = 0;
  let before;
  memory.peak();
  for (let round = 0; round < rounds; round++) {
    const during = await beside("hostile.mjs", { kind, server: target.server });
    // On a small machine a second process takes processor time from the server. The stranger process measures this
    // share, so that it is not attributed to the client.
    const after = await beside("stranger.mjs", { share: during.computes });
    shares.push(shareOf("rate", { before: before ?? after, during, after }));
    byClock.push(shareOf("perSecond", { before: before ?? after, during, after }));
    slowestMs = Math.max(slowestMs, during.slowestMs);
    complain(kind, [...during.failures, ...after.failures]);
    before = after;
  }
  const mb = memory.peak() - baseMb;
  judge(kind, { share: median(shares), byClock: median(byClock), slowestMs, mb });
}

function shareOf(figure, { before, during, after }) {
  return (2 * during[figure]) / (before[figure] + after[figure]);
}

/** Results of the normal clients while another process runs, and the processor share of that process. */
async function beside(module, order) {
  await window(0);
  const other = fork(new URL(`./${module}`, import.meta.url), { stdio: "ignore" });
  yieldProcessors(other.pid);
  other.send(order);
  await sleep(SETTLE_MS);
  const [usedMs, at] = [processMs(other.pid), performance.now()];
  const result = await window(seconds);
  const computes = (processMs(other.pid) - usedMs) / (performance.now() - at);
  other.kill("SIGKILL");
  await target.clean();
  await sleep(SETTLE_MS);
  return { ...result, computes };
}

/** A real hostile client has its own machine. Here it must not take the processors from the others. */
function yieldProcessors(pid) {
  setPriority(pid, Math.min(19, getPriority() + 10));
}

function percent(share) {
  return `${(share * 100).toFixed(0)} %`;
}

function judge(kind, { share, byClock, slowestMs, mb }) {
  const figures = `${percent(share)} of the throughput (${percent(byClock)} by the clock), slowest ${slowestMs.toFixed(0)} ms, ${mb >= 0 ? "+" : ""}${mb} MB`;
  say(`${kind.padEnd(52)} ${figures}`);
  if (share < BOUNDS.share || byClock < BOUNDS.byClock)
    problems.push(`${kind}: too little throughput is left`);
  if (mb > BOUNDS.mb) problems.push(`${kind}: ${mb} MB more than at the start`);
  if (slowestMs > BOUNDS.waitMs) problems.push(`${kind}: somebody waited for ${slowestMs.toFixed(0)} ms`);
}

function complain(kind, failures) {
  if (failures.length > 0) problems.push(`${kind}: ${failures.length} requests failed, first ${failures[0]}`);
}

/** Results of the normal clients since the last window, after `forSeconds` seconds. */
async function window(forSeconds) {
  await sleep(forSeconds * 1000);
  const answered = new Promise((resolve, reject) => {
    normal.once("message", resolve);
    target.running.exited.then(({ code, signal }) =>
      reject(new Error(`the server ended with ${code ?? signal}`)),
    );
  });
  normal.send({ count: true });
  const { done, ...rest } = await answered;
  const since = counted;
  counted = { at: performance.now(), usedMs: mainThreadMs(target.pid) ?? performance.now() };
  return {
    ...rest,
    perSecond: (done * 1000) / (counted.at - since.at),
    rate: done / (counted.usedMs - since.usedMs),
  };
}
