import { compareKeyBytes } from "../../../../api/object/key-order.ts";
import { quote } from "../../../../go/quote.ts";
import type { DecodeProblems } from "../../../../types/decode/decode-problems.ts";
import { strayFields } from "../../../../types/decode/stray-fields.ts";
import type { ObjectShape } from "../../../../types/shape.ts";
import type { ParsedBody } from "./read-body.ts";

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

/** Matches a key such as `10`, which JavaScript puts before all others. */
const INDEX_KEY = /[".](?:0|[1-9]\d*)(?=[".[])/;

/**
 * Returns the problems of strict decoding in the order in which Go finds them: for JSON that of the text, for
 * YAML that of sorted keys, because Go converts it to JSON first. `shape` is undefined if no field was
 * checked.
 */
export function inGoOrder(
  texts: readonly string[],
  body: ParsedBody,
  shape: ObjectShape | undefined,
): readonly string[] {
  const repeated = body.duplicates.length;
  const hasIndexKeys = texts.some((text) => INDEX_KEY.test(text));
  if (body.yaml)
    return hasIndexKeys ? [...texts.slice(0, repeated), ...texts.slice(repeated).sort(bySortedKeys)] : texts;
  const isMixed = texts.length > 0 && (repeated > 0 || hasIndexKeys);
  return isMixed && shape !== undefined && body.message === undefined
    ? strayFields(body.bytes, shape)
    : texts;
}

const bySortedKeys = (a: string, b: string): number => compareKeyBytes(comparable(a), comparable(b));

/**
 * Returns a text whose byte order is the order of places: a key that ends precedes longer ones, and list
 * indexes are numbers.
 */
const comparable = (text: string): string =>
  text
    .replace(/\[(\d+)\]/g, (_, index: string) => `\u0000${index.padStart(9, "0")}`)
    .replaceAll(".", "\u0000");
