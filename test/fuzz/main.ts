// Random and malformed inputs for everything that reads bytes from outside, in this process. scripts/fuzz.mjs starts it.
import { parseArgs } from "node:util";
import { Random } from "../differential/random.ts";
import { BORDERS } from "./borders/all.ts";
import { keep } from "./kept.ts";
import { type Failure, runBorder } from "./run-border.ts";

const { values: flags } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    inputs: { type: "string" },
    seed: { type: "string" },
    border: { type: "string" },
    keep: { type: "string" },
  },
});
const seed = flags.seed ?? String(Date.now() % 2 ** 31);
const wanted = flags.border?.split(",");
const unknown = wanted?.filter((name) => BORDERS.every((border) => border.name !== name)) ?? [];
if (unknown.length > 0) {
  console.error(
    `fuzz: no border ${unknown.join(", ")}; there are ${BORDERS.map(({ name }) => name).join(", ")}`,
  );
  process.exit(2);
}
const borders = BORDERS.filter(({ name }) => wanted?.includes(name) ?? true);
const until = Date.now() + Number(flags.minutes) * 60_000;
const limit = flags.inputs === undefined ? Number.POSITIVE_INFINITY : Number(flags.inputs);
const BATCH = 2_000;

const counts = new Map<string, number>(borders.map(({ name }) => [name, 0]));
const failures: Failure[] = [];
let told = Date.now();
console.log(`fuzz: seed ${seed}, ${borders.length} borders, ${flags.minutes} min`);
for (let round = 0; total() < limit && Date.now() < until; round++) {
  for (const border of borders) {
    const random = new Random(`${seed}/${border.name}/${round}`);
    // A border that is slow to read gets fewer inputs, not more time.
    const stopAt = Date.now() + 1_000;
    for (let done = 0; done < BATCH && Date.now() < stopAt; done += 100) {
      runBorder(border, 100, random, report);
      counts.set(border.name, (counts.get(border.name) ?? 0) + 100);
    }
  }
  if (Date.now() - told > 10_000) tell();
}
for (const [name, count] of counts) console.log(`  ${name.padEnd(24)} ${count}`);
console.log(`fuzz: ${total()} inputs, ${failures.length} failures (seed ${seed})`);
process.exitCode = failures.length === 0 ? 0 : 1;

function total(): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

function tell(): void {
  told = Date.now();
  console.log(`fuzz: ${total()} inputs, ${failures.length} failures`);
}

/** Each kind of failure once, however often it comes. */
function report(failure: Failure): void {
  const same = (one: Failure): boolean =>
    one.border === failure.border && one.why.replace(/\d+/g, "0") === failure.why.replace(/\d+/g, "0");
  if (failures.some(same)) return;
  failures.push(failure);
  console.log(`FAILED ${failure.border}: ${failure.why}`);
  console.log(`  ${JSON.stringify(failure.input.toString().slice(0, 300))}`);
  if (flags.keep !== undefined) console.log(`  kept in ${keep(flags.keep, failure)}`);
}
