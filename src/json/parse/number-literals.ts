import { cannotUnmarshal } from "../cannot-unmarshal.ts";
import { getKey } from "../object.ts";
import { stringify } from "../stringify.ts";
import type { Json } from "../value.ts";

/**
 * Texts of numbers that cannot be derived from their value: `2.0`, `1e1`, `1e400`, integers beyond 64 bits. Keys are
 * the container that holds the number (by identity), then its key or index.
 */
export type NumberLiterals = Map<object, Map<string | number, string>>;

/** Remembers the text of a number by its container and its key or index. */
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

/** Text of the number under `key` of `container` as it was written; undefined if it equals `String(value)`. */
export function literalOf(
  literals: NumberLiterals | undefined,
  container: object,
  key: string | number,
): string | undefined {
  return literals?.get(container)?.get(key);
}

/** Copies the texts of numbers in one value to another value that has numbers at the same places. */
export function carryLiterals(literals: NumberLiterals, from: Json | undefined, to: Json | undefined): void {
  if (from === to || !isContainer(from) || !isContainer(to)) return;
  for (const [key, text] of literals.get(from) ?? [])
    if (isNumber(memberOf(to, key))) noteLiteral(literals, to, key, text);
  for (const key of Object.keys(from)) carryLiterals(literals, memberOf(from, key), memberOf(to, key));
}

/** JSON text in which numbers are written as they were given. */
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
 * Go's error for the first number that is too large for 64 bits, such as `1e999`; undefined if there is none.
 * `field`: the struct and the path, `jsonPatchOp.value`.
 */
export function infiniteProblem(literals: NumberLiterals | undefined, field?: string): string | undefined {
  for (const texts of literals?.values() ?? []) {
    for (const text of texts.values()) {
      if (!Number.isFinite(Number(text))) return cannotUnmarshal(`number ${text}`, "float64", field);
    }
  }
  return undefined;
}
