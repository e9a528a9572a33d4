import type { Json } from "../api/json.ts";
import { getKey } from "./object.ts";
import { stringify } from "./stringify.ts";

/**
 * The text of numbers that their value no longer shows: `2.0`, `1e1`, `1e400`, integers beyond 64 bits. By the
 * container that holds the number (identity), then by key or index.
 */
export type NumberLiterals = Map<object, Map<string | number, string>>;

export function noteLiteral(
  literals: NumberLiterals,
  container: object,
  key: string | number,
  text: string,
): void {
  let own = literals.get(container);
  if (own === undefined) {
    own = new Map();
    literals.set(container, own);
  }
  own.set(key, text);
}

/** The text as written of the number under `key` of `container`; undefined when it is what `String(value)` gives. */
export function literalOf(
  literals: NumberLiterals | undefined,
  container: object,
  key: string | number,
): string | undefined {
  return literals?.get(container)?.get(key);
}

/** What is known of the numbers of a value is known of those of another one that has them at the same places. */
export function carryLiterals(literals: NumberLiterals, from: Json | undefined, to: Json | undefined): void {
  if (from === to || !isContainer(from) || !isContainer(to)) return;
  for (const [key, text] of literals.get(from) ?? [])
    if (isNumber(memberOf(to, key))) noteLiteral(literals, to, key, text);
  for (const key of Object.keys(from)) carryLiterals(literals, memberOf(from, key), memberOf(to, key));
}

/** JSON in which numbers are written as they were given. */
export function textWithLiterals(value: Json, literals: NumberLiterals): string {
  if (!isContainer(value)) return stringify(value);
  const memberText = (key: string | number): string =>
    literalOf(literals, value, key) ?? textWithLiterals(memberOf(value, key) ?? null, literals);
  if (Array.isArray(value)) return `[${value.map((_, i) => memberText(i)).join(",")}]`;
  const members = Object.keys(value).map((key) => `${stringify(key)}:${memberText(key)}`);
  return `{${members.join(",")}}`;
}

type Container = Json[] | { [key: string]: Json | undefined };

const isContainer = (value: Json | undefined): value is Container =>
  typeof value === "object" && value !== null;

const isNumber = (value: Json | undefined): boolean => typeof value === "number" || typeof value === "bigint";

const memberOf = (container: Container, key: string | number): Json | undefined =>
  Array.isArray(container) ? container[Number(key)] : getKey(container, String(key));

/**
 * Go's complaint about the first number that no 64 bits hold, such as `1e999`; undefined when there is none. `where`:
 * `struct field jsonPatchOp.value`.
 */
export function infiniteProblem(literals: NumberLiterals | undefined, where = "value"): string | undefined {
  for (const texts of literals?.values() ?? []) {
    for (const text of texts.values()) {
      if (!Number.isFinite(Number(text)))
        return `json: cannot unmarshal number ${text} into Go ${where} of type float64`;
    }
  }
  return undefined;
}
