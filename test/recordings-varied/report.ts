import { isDeepStrictEqual } from "node:util";
import type { Json, JsonObject } from "../../src/api/json.ts";
import { isChance } from "./chance.ts";
import type { Located } from "./corpus.ts";
import type { Difference, Outcome, Played } from "./play.ts";

/** Counts steps, and prints those that differ. */
export class Report {
  #agreed = 0;
  #total = 0;
  readonly #skipped: string[] = [];
  readonly #scenarios: ReadonlyMap<string, Located>;
  readonly #known: ReadonlySet<string>;
  different = 0;

  /** `known`: the steps of the recordings themselves that differ. */
  constructor(scenarios: readonly Located[], known: readonly string[]) {
    this.#known = new Set(known);
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
    for (const { step, agree, diffs } of steps) {
      this.#total++;
      if (agree) this.#agreed++;
      // What the reference answers differently the second time says nothing.
      if (agree || !isSteady(step, answers) || isChance(diffs)) continue;
      if (this.#known.has(`${topic}/${id} · ${step.replace(/ again$/, "")}`)) continue;
      this.different++;
      console.log(
        `\n${topic}/${id}: ${step}\n${cut(this.#requestOf(id, step))}\n${cut(diffs.map(fromDifference))}`,
      );
    }
  }

  #requestOf(id: string, step: string): Json {
    return this.#scenarios.get(id)?.scenario.steps.find(({ name }) => name === step)?.request ?? null;
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

/** Enough to see what it is about. */
function cut(value: Json): string {
  return JSON.stringify(value).slice(0, 1500);
}
