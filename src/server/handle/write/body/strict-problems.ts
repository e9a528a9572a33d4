import { quote } from "../../../../go/quote.ts";
import type { DecodeProblems } from "../../../../types/decode/decode-problems.ts";

/** Limit of problems for a built-in kind, as in the reference (saveStrictError of sigs.k8s.io/json). */
const MAX_PROBLEMS = 100;
/** Limit of characters of all problems: in a custom kind, each of a million fields may be unknown. */
const MAX_TEXT = 1 << 20;

/** Problems of strict decoding: fields given twice, fields that the kind does not have. */
export class StrictProblems implements DecodeProblems {
  readonly #texts: string[] = [];
  readonly #isUntyped: boolean;
  #characters = 0;

  /**
   * `first`: problems of parsing, such as `duplicate field "data.a"`. `isUntyped`: the fields are those of a
   * custom resource, or of the result of a strategic merge; the reference then counts and quotes differently.
   */
  constructor(first: readonly string[], isUntyped: boolean) {
    this.#isUntyped = isUntyped;
    for (const text of first) this.#add(text);
  }

  /**
   * True for untyped fields: the conversion of unstructured objects omits map keys
   * (apimachinery/pkg/runtime/converter.go, mapFromUnstructured).
   */
  get omitsMapKeys(): boolean {
    return this.#isUntyped;
  }

  get texts(): readonly string[] {
    return this.#texts;
  }

  get isFull(): boolean {
    const isLong = !this.#isUntyped && this.#texts.length >= MAX_PROBLEMS;
    return isLong || this.#characters > MAX_TEXT;
  }

  unknown(path: string): void {
    if (!this.isFull) this.#add(`unknown field ${this.#isUntyped ? `"${path}"` : quote(path)}`);
  }

  /** Drops the problems found so far. */
  clear(): void {
    this.#texts.length = 0;
    this.#characters = 0;
  }

  #add(text: string): void {
    if (this.isFull) return;
    this.#texts.push(text);
    this.#characters += text.length;
  }
}
