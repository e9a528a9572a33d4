import { quote } from "../../../api/quote.ts";
import type { DecodeProblems } from "../../../resources/kind.ts";

/** As many as the reference reports of a built-in kind (saveStrictError of sigs.k8s.io/json). */
const MAX_PROBLEMS = 100;
/** Characters of all together: of a custom kind, each of a million fields may be unknown. */
const MAX_TEXT = 1 << 20;

/** What strict decoding has against a body: fields given twice, fields that its kind does not have. */
export class StrictProblems implements DecodeProblems {
  readonly #texts: string[] = [];
  readonly #isUntyped: boolean;
  #characters = 0;

  /**
   * `first`: what was found when the text was read, such as `duplicate field "data.a"`. `isUntyped`: the fields are those
   * of a custom resource, or of what a strategic merge made; the reference then counts and quotes in another way.
   */
  constructor(first: readonly string[], isUntyped: boolean) {
    this.#isUntyped = isUntyped;
    for (const text of first) this.#add(text);
  }

  /** So does the conversion of unstructured objects (apimachinery/pkg/runtime/converter.go, mapFromUnstructured). */
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
