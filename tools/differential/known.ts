import { readFileSync } from "node:fs";
import type { Json } from "../../src/json/value.ts";
import type { Difference, Step } from "./case.ts";

/** A difference that remains. An absent member matches everything; all others are regular expressions. */
export interface Known {
  /** `routing|scenarios` */
  readonly area?: string;
  /** `METHOD /path`. */
  readonly request?: string;
  /** The message with which the reference refuses. */
  readonly message?: string;
  /** Place in the response. */
  readonly at?: string;
  readonly expected?: string;
  readonly got?: string;
  /** Both sides are the same text after all of these replacements of a pattern by a text. */
  readonly same?: readonly (readonly [string, string])[];
  readonly reason: string;
}

type Asked = Pick<Step, "method" | "path">;
type Place = Omit<Difference, "step">;

/** The list, and how often each entry was met. */
export class KnownDifferences {
  readonly #list: readonly Known[];
  readonly #met = new Map<Known, number>();

  /** Without a file, no difference is known. `isUsed`: chooses entries of the list. */
  constructor(file?: URL | string, isUsed: (known: Known) => boolean = () => true) {
    const list = file === undefined ? [] : (JSON.parse(readFileSync(file, "utf8")) as Known[]);
    this.#list = list.filter(isUsed);
  }

  /** `message`: that of the reference's answer. */
  matches(area: string, step: Asked | undefined, difference: Place, message = ""): boolean {
    const found = this.#list.find(
      (known) => says(known.message, message) && isMet(known, area, step, difference),
    );
    if (found === undefined) return false;
    this.#met.set(found, (this.#met.get(found) ?? 0) + 1);
    return true;
  }

  /** Known differences of some areas that did not occur. */
  unmet(areas: readonly string[]): readonly Known[] {
    return this.#list.filter(
      (known) => !this.#met.has(known) && areas.some((area) => says(known.area, area)),
    );
  }
}

function isMet(known: Known, area: string, step: Asked | undefined, difference: Place): boolean {
  return (
    says(known.area, area) &&
    says(known.request, `${step?.method} ${step?.path}`) &&
    says(known.at, difference.path) &&
    says(known.expected, text(difference.expected)) &&
    says(known.got, text(difference.got)) &&
    isSame(known.same, text(difference.expected), text(difference.got))
  );
}

function isSame(replacements: Known["same"], expected: string, got: string): boolean {
  const replaced = (words: string): string =>
    (replacements ?? []).reduce(
      (made, [pattern, replacement]) => made.replace(new RegExp(pattern, "g"), replacement),
      words,
    );
  return replacements === undefined || replaced(expected) === replaced(got);
}

const says = (pattern: string | undefined, words: string): boolean =>
  pattern === undefined || new RegExp(pattern).test(words);

const text = (value: Json | undefined): string =>
  value === undefined ? "nothing" : typeof value === "string" ? value : JSON.stringify(value);
