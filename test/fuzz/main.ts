// Random and malformed inputs for all code that reads untrusted bytes: in this process, and through sockets of a server in
// another process. scripts/stress/fuzz.mjs starts it.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { Random } from "../../tools/differential/random.ts";
import { BORDERS } from "./borders/all.ts";
import { keep } from "./kept.ts";
import { type Failure, runBorder } from "./run-border.ts";
import { WIRE_BORDERS } from "./wire/all.ts";
import { WireRunner } from "./wire/run-wire.ts";

const { values: flags } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    inputs: { type: "string" },
    seed: { type: "string" },
    border: { type: "string" },
    keep: { type: "string" },
    dist: { type: "string", default: "dist" },
  },
});
const seed = flags.seed ?? String(Date.now() % 2 ** 31);
const wanted = flags.border?.split(",");
const names = [...BORDERS, ...WIRE_BORDERS].map(({ name }) => name);
const unknown = wanted?.filter((name) => !names.includes(name)) ?? [];
if (unknown.length > 0) {
  console.error(`fuzz: no border ${unknown.join(", ")}; there are ${names.join(", ")}`);
  process.exit(2);
}
const isWanted = ({ name }: { name: string }): boolean => wanted?.includes(name) ?? true;
const borders = BORDERS.filter(isWanted);
const wireBorders = WIRE_BORDERS.filter(isWanted);
const until = Date.now() + Number(flags.minutes) * 60_000;
const limit = flags.inputs === undefined ? Number.POSITIVE_INFINITY : Number(flags.inputs);
const BATCH = 2_000;
/** Inputs for sockets are dear. */
const WIRE_BATCH = 500;

const counts = new Map<string, number>([...borders, ...wireBorders].map(({ name }) => [name, 0]));
const runner = new WireRunner(resolve(flags.dist));
const failures: Failure[] = [];
let told = Date.now();
console.log(`fuzz: seed ${seed}, ${counts.size} borders, ${flags.minutes} min`);
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
  for (const border of wireBorders) {
    const count = Math.min(WIRE_BATCH, limit - total());
    if (Date.now() > until || count <= 0) break;
    await runner.round(border, count, new Random(`${seed}/${border.name}/${round}`), report);
    counts.set(border.name, (counts.get(border.name) ?? 0) + count);
  }
  if (Date.now() - told > 10_000) tell();
}
await runner.stop();
for (const [name, count] of counts) console.log(`  ${name.padEnd(24)} ${count}`);
if (wireBorders.length > 0) console.log(`  the server has grown by ${runner.growth} MB at most`);
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

/** Reports each kind of failure once, even if it occurs often. */
function report(failure: Failure): void {
  const same = (one: Failure): boolean =>
    one.border === failure.border && one.why.replace(/\d+/g, "0") === failure.why.replace(/\d+/g, "0");
  if (failures.some(same)) return;
  failures.push(failure);
  console.log(`FAILED ${failure.border}: ${failure.why}`);
  console.log(`  ${JSON.stringify(failure.input.toString().slice(0, 300))}`);
  if (flags.keep !== undefined && failure.input.length > 0)
    console.log(`  kept in ${keep(flags.keep, failure)}`);
}
