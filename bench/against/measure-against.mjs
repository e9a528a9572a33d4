import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, stopServer } from "../../test/process/start-server.mjs";
import { cpuMsOf, memoryOf, NODE_FLAGS } from "../parts/processes.mjs";
import { median } from "../parts/report.mjs";
import { runOnce, targetOf } from "../parts/run-once.mjs";
import { halfWidth, intervalOf } from "./ratios.mjs";
import { ROWS, SHORT_ROWS, turn } from "./rows.mjs";

/** Turns of each build in a row, of one pair of processes. */
const TURNS = 4;
/** Starts of each build in a pair, by turns: one alone varies by a fifth. */
const STARTS = 3;
/** Processes of one build differ by some percent: a ratio counts from this many pairs on. */
const LEAST_PAIRS = 3;
const NARROW = 0.02;
const START = "start";
const MEMORY = "memory at rest";

/**
 * Compares two builds in pairs of new processes, one row after the other and by turns, until the 95 % interval of each
 * row's ratio is narrower than ± 2 percent, or `minutes` are over. Returns the rows: name, unit, medians of both, and
 * the interval of the ratio of ours to theirs.
 */
export async function measureAgainst({ dists, minutes, short, load, webhook, say }) {
  const endsAt = performance.now() + minutes * 60_000;
  const wanted = ROWS.filter(({ name }) => !short || SHORT_ROWS.includes(name));
  const found = new Map([START, MEMORY, ...wanted.map(({ name }) => name)].map((name) => [name, []]));
  const isOpen = (name) =>
    found.get(name).length < LEAST_PAIRS || halfWidth(intervalOf(ratiosOf(found.get(name)))) > NARROW;
  let longest = 0;
  for (let pair = 0; [...found.keys()].some(isOpen); pair++) {
    const startedAt = performance.now();
    // Half a pair of processes is of no use.
    if (pair > 0 && startedAt + longest > endsAt) break;
    const rows = wanted.filter(({ name }) => isOpen(name));
    for (const [name, value] of await measurePair({ dists, pair, rows, load, webhook }))
      found.get(name).push(value);
    longest = Math.max(longest, performance.now() - startedAt);
    say(pair + 1, [...found.keys()].filter(isOpen));
  }
  return [...found].map(([name, pairs]) => ({ name, pairs, ...intervalOf(ratiosOf(pairs)) }));
}

const ratiosOf = (pairs) => pairs.map(({ ours, theirs }) => ours / theirs);

/** Two new servers with empty stores. Which one begins changes with each pair and each turn. */
async function measurePair({ dists, pair, rows, load, webhook }) {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-against-"));
  const names = pair % 2 === 0 ? ["ours", "theirs"] : ["theirs", "ours"];
  const servers = {};
  const measured = [];
  try {
    measured.push([START, await measureStarts({ dists, names, folder })]);
    for (const name of names) servers[name] = await startEmpty(dists[name], join(folder, name));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const memory = (name) => memoryOf(servers[name].child.pid).anonymousMb;
    measured.push([MEMORY, { ours: memory("ours"), theirs: memory("theirs") }]);
    for (const row of rows)
      measured.push([row.name, await measureRow(row, { names, servers, load, webhook })]);
    return measured;
  } finally {
    await Promise.all(Object.values(servers).map((server) => stopServer(server)));
    rmSync(folder, { recursive: true, force: true });
  }
}

const startEmpty = (dist, dataDir) => startServer({ dist, dataDir, nodeFlags: NODE_FLAGS });

/** Milliseconds of processor time of a start on an empty folder: the first one of a build also compiles its code. */
async function measureStarts({ dists, names, folder }) {
  const times = { ours: [], theirs: [] };
  for (let i = 0; i < STARTS; i++)
    for (const name of i % 2 === 0 ? names : names.toReversed()) {
      const server = await startEmpty(dists[name], join(folder, `${name}-${i}`));
      times[name].push(cpuMsOf(server.child.pid));
      await stopServer(server);
    }
  return { ours: median(times.ours), theirs: median(times.theirs) };
}

/** Microseconds of processor time per request, of all turns together: what garbage collection takes is in some turns only. */
async function measureRow(row, { names, servers, load, webhook }) {
  const targets = Object.fromEntries(names.map((name) => [name, targetOf(servers[name])]));
  for (const name of names) {
    await row.prepare?.(targets[name], load, webhook);
    await runOnce(load, targets[name], { ...row.order(), ...turn(row.warmup) });
  }
  const total = { ours: 0, theirs: 0 };
  for (let i = 0; i < TURNS; i++)
    for (const name of i % 2 === 0 ? names : names.toReversed())
      total[name] += (await runOnce(load, targets[name], { ...row.order(), ...turn(row.requests) })).micros;
  for (const name of names) await row.after?.(targets[name], webhook);
  return { ours: total.ours / TURNS, theirs: total.theirs / TURNS };
}
