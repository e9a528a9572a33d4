import { describe, expect, it } from "vitest";
import type { Value } from "../../src/cel/values/values.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { sampledCount } from "../parts/sampled.ts";
import { answer, environmentOf } from "./answer.ts";
import { Generator, SCENE } from "./generate.ts";
import { comparable, fromTagged, type Tagged } from "./tagged.ts";

/** `npm run compare -- cel --fuzz 300`: as many seconds, with another seed each time. Tests try the same expressions each time. */
const SECONDS = Number(process.env.CEL_FUZZ ?? 0);
const SEED = Number(process.env.CEL_SEED ?? (SECONDS > 0 ? Date.now() % 2 ** 31 : 1));
const COUNT = SECONDS > 0 ? Number.POSITIVE_INFINITY : sampledCount(5000);
/**
 * Maximum processor time of one evaluation, in milliseconds. The cost limit corresponds to about a tenth of a second
 * on a slow machine.
 */
const LONGEST = 5_000;

const bound: Record<string, Value> = { object: SCENE.object as unknown as JsonObject };
for (const [name, value] of Object.entries(SCENE.values))
  bound[name] = fromTagged(value as unknown as Tagged);
const environment = environmentOf(SCENE.variables);

/** Bytes of the source changed, doubled or dropped: mostly syntax errors, which must be found without harm. */
function broken(expression: string, generator: Generator): string {
  const points = Array.from(expression);
  const at = Math.floor(generator.random() * points.length);
  const strange = generator.pick([
    "(",
    ")",
    "'",
    '"',
    "\\",
    "?",
    ".",
    "[",
    "{",
    ",",
    "\u0000",
    "€",
    "😀",
    "0x",
    "1e999",
  ]);
  points.splice(at, Math.floor(generator.random() * 3), strange);
  return points.join("");
}

/** The words in which kube-apiserver reports that cel-go broke, which are ours as well. */
const isBreakOfReference = (error: string | undefined): boolean =>
  error?.startsWith("internal error") === true && error.includes("types.Err");

/**
 * An expression that passes the checker must have the same result as without a check. Some differences are cel-go's
 * own: the type of an element of a dyn list can be treated as that of the first overload that matches, and only a
 * checked `in` determines that an empty list contains nothing, or if the sum of an empty list is a double. Where
 * cel-go itself fails, it does so only for the costs of a checked overload.
 */
function disagreement(expression: string): string | undefined {
  const checked = answer(expression, environment, bound);
  if (checked.issues !== undefined || checked.program !== undefined) return undefined;
  if (checked.error?.startsWith("no such overload") || expression.includes(" in []")) return undefined;
  if (isBreakOfReference(checked.error) || expression.includes(".sum()")) return undefined;
  const unchecked = answer(expression, environment, bound, false);
  const text = ({ value, error, program }: typeof checked): string =>
    value === undefined ? (error ?? program ?? "") : JSON.stringify(comparable(value));
  const failed = checked.value === undefined && unchecked.value === undefined;
  return failed || text(checked) === text(unchecked)
    ? undefined
    : `${expression}\n  checked:   ${text(checked)}\n  unchecked: ${text(unchecked)}`;
}

describe(`random expressions (seed ${SEED})`, () => {
  it(
    "neither break nor hang, and mean the same without the checker",
    async () => {
      const generator = new Generator(SEED);
      const end = SECONDS > 0 ? Date.now() + SECONDS * 1000 : Number.POSITIVE_INFINITY;
      const wrong: string[] = [];
      let count = 0;
      for (; count < COUNT && Date.now() < end && wrong.length < 20; count++) {
        if (count % 1000 === 0) await new Promise(setImmediate);
        const expression = generator.expression();
        const started = process.cpuUsage();
        const found = disagreement(expression);
        if (found !== undefined) wrong.push(found);
        const { error } = answer(broken(expression, generator), environment, bound);
        if (error?.startsWith("internal error") && !isBreakOfReference(error))
          wrong.push(`${expression}\n  ${error}`);
        if (process.cpuUsage(started).user / 1000 > LONGEST) wrong.push(`${expression}\n  took too long`);
      }
      console.log(`fuzz: ${count} expressions`);
      expect(wrong.join("\n")).toBe("");
    },
    SECONDS * 1000 + 180_000,
  );
});
