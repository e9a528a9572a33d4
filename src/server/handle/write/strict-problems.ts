import { quote } from "../../../api/quote.ts";
import type { DecodeProblems } from "../../../resources/kind.ts";

/** As many as the reference reports of a built-in kind (saveStrictError of sigs.k8s.io/json). */
const MAX_PROBLEMS = 100;
/** Characters of all together: of a custom kind, each of a million fields may be unknown. */
const MAX_TEXT = 1 << 20;

/** What strict decoding has against a body: fields given twice, fields that its kind does not have. */
export class StrictProblems implements DecodeProblems {
  readonly #texts: string[] = [];
  readonly #most: number;
  #characters = 0;

  /** `first`: what was found when the text was read, such as `duplicate field "data.a"`. */
  constructor(first: readonly string[], custom: boolean) {
    this.#most = custom ? Number.POSITIVE_INFINITY : MAX_PROBLEMS;
    for (const text of first) this.#add(text);
  }

  get texts(): readonly string[] {
    return this.#texts;
  }

  get isFull(): boolean {
    return this.#texts.length >= this.#most || this.#characters > MAX_TEXT;
  }

  unknown(path: string): void {
    if (!this.isFull) this.#add(`unknown field ${quote(path)}`);
  }

  /** What has been said is not to be said. */
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
