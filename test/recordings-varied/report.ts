import { isDeepStrictEqual } from "node:util";
import type { Json, JsonObject } from "../../src/json/value.ts";
import type { KnownDifferences } from "../../tools/differential/known.ts";
import { isBehind, isChance, telling } from "./chance.ts";
import type { Located, RecordedRequest } from "./corpus.ts";
import type { Difference, Outcome, Played } from "./play.ts";

/** Counts steps, and prints those that differ. */
export class Report {
  #agreed = 0;
  #total = 0;
  readonly #skipped: string[] = [];
  readonly #scenarios: ReadonlyMap<string, Located>;
  readonly #known: ReadonlySet<string>;
  readonly #everywhere: KnownDifferences;
  different = 0;

  /**
   * `known`: steps of the recordings themselves that differ. `everywhere`: differences that can occur in every
   * response.
   */
  constructor(scenarios: readonly Located[], known: readonly string[], everywhere: KnownDifferences) {
    this.#known = new Set(known);
    this.#everywhere = everywhere;
    this.#scenarios = new Map(scenarios.map((located) => [located.scenario.id, located]));
  }

  add({ played, skipped }: Outcome): void {
    this.#skipped.push(...skipped);
    for (const one of played) this.#compare(one);
  }

  print(): void {
    const skipped = this.#skipped.length === 0 ? "" : `; not in time: ${this.#skipped.join(", ")}`;
    console.log(
      `\nvary: ${this.#agreed} of ${this.#total} steps agree, ${this.different} differ, the others are unsteady${skipped}`,
    );
  }

  #compare({ topic, id, steps, answers }: Played): void {
    let behind = false;
    for (const { step, agree, diffs: all } of steps) {
      this.#total++;
      if (agree) this.#agreed++;
      const request = this.#requestOf(id, step);
      const diffs = telling(all, request, this.#everywhere);
      behind ||= isBehind(diffs, request);
      // A step whose response of the reference differs the second time is not reported.
      if (diffs.length === 0 || behind || !isSteady(step, answers) || isChance(diffs)) continue;
      if (this.#known.has(`${topic}/${id} · ${step.replace(/ again$/, "")}`)) continue;
      this.different++;
      console.log(`\n${topic}/${id}: ${step}\n${cut(request ?? null)}\n${cut(diffs.map(fromDifference))}`);
    }
  }

  #requestOf(id: string, step: string): RecordedRequest | undefined {
    return this.#scenarios.get(id)?.scenario.steps.find(({ name }) => name === step)?.request;
  }
}

function isSteady(step: string, answers: Played["answers"]): boolean {
  const [first, second] = answers.map((steps) => steps.find((answer) => answer.step === step));
  return isDeepStrictEqual(first, second);
}

const BEFORE = 60;

/** Two texts from a little before the place where they differ. */
function fromDifference({ path, expected, got }: Difference): JsonObject {
  if (typeof expected !== "string" || typeof got !== "string")
    return { path, ...(expected === undefined ? {} : { expected }), ...(got === undefined ? {} : { got }) };
  const at = [...expected].findIndex((letter, i) => letter !== got[i]);
  const start = Math.max(0, (at < 0 ? expected.length : at) - BEFORE);
  return { path, expected: expected.slice(start), got: got.slice(start) };
}

/** The beginning, which is enough to identify the value. */
function cut(value: Json): string {
  return JSON.stringify(value).slice(0, 1500);
}
