import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Largest allowed factor of the time for twice the input. */
export const LIMIT = 2.5;
/** Times below are noise. */
const FLOOR_MS = 15;
/** Time in milliseconds from which on an input is not doubled again. */
const ENOUGH_MS = 1500;
const SMALLEST = 4 * 1024;

/** By how many times as large the inputs are, each time that a border seems to fail. */
const AGAIN = [1, 4, 16];

/** Runs of each size: at first, and each time that a border seems to fail. */
const RUNS = { first: 3, again: 10 };

/**
 * Doubles the input up to `largest` and answers by how much the time grows for each doubling, over the last two that take
 * long enough to be measured. What seems to fail is measured again, and then with larger inputs: where memory no longer fits
 * into a cache or a generation, time grows faster for once, code that was not yet compiled is slow, and a busy machine has
 * bad moments. So the least time of each size counts, of more runs than at first. Inputs above `most` are refused at
 * once, which says nothing of the others.
 */
export async function measureGrowth(makeInput, run, { largest, most }) {
  const least = new Map();
  let result = await measureOnce(makeInput, run, Math.min(largest, most), least, RUNS.first);
  for (const more of AGAIN)
    if (result.failed)
      result = await measureOnce(makeInput, run, Math.min(largest * more, most), least, RUNS.again, collect);
  return result;
}

/** Garbage of the borders before would be collected while a large input is measured. */
function collect() {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

/** `least`: the least milliseconds of each size so far. `before`: called before each size. */
async function measureOnce(makeInput, run, largest, least, runs, before = () => {}) {
  const times = [];
  for (let size = SMALLEST; size <= largest; size *= 2) {
    before();
    const ms = Math.min(
      await millisecondsOf(makeInput(size), run, runs),
      least.get(size) ?? Number.POSITIVE_INFINITY,
    );
    least.set(size, ms);
    times.push({ size, ms });
    if (ms > ENOUGH_MS) break;
  }
  const growth = growthOf(times);
  return { times, growth, failed: growth > LIMIT };
}

/** 1 when even the largest input takes no time to speak of. */
function growthOf(times) {
  const [first, middle, last] = times.slice(-3);
  if (last === undefined || last.ms < FLOOR_MS) return 1;
  const both = Math.sqrt(last.ms / Math.max(first.ms, FLOOR_MS / LIMIT ** 2));
  return Math.min(both, last.ms / middle.ms);
}

/** Processor time of this process: others who want the machine do not count. The least of several, unless it is long. */
async function millisecondsOf(input, run, runs) {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < runs && least > 0; i++) {
    const before = process.cpuUsage();
    await attempt(run, input);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
    if (least > 400) break;
  }
  return least;
}

/** Most inputs are refused: how long that takes is what counts. */
async function attempt(run, input) {
  try {
    await run(input);
  } catch {
    // A refusal is a valid result.
  }
}
