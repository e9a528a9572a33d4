import type { Expr } from "./ast.ts";
import { charge, type Step } from "./frame.ts";
import { CelError, CelMap, CelOptional, type MapKey, mapKey, typeNameOf, type Value } from "./values.ts";

export const STRUCT_COST = 40;
export const MAP_COST = 30;
export const LIST_COST = 10;

/** A list, map or message costs the same whether it can be made or not. */
export const created =
  (cost: number, run: Step): Step =>
  (frame) => {
    const value = run(frame);
    charge(frame, cost);
    return value;
  };

/** A new empty map for each run of a comprehension that begins with one, so that it may grow in place. */
export const freshMap = (init: Expr): Step | undefined =>
  init.kind === "map" && init.entries.length === 0 ? () => new CelMap(new Map()) : undefined;

export const notOptional = (value: Value, key: string | number): CelError =>
  new CelError(`cannot initialize optional entry '${key}' from non-optional value ${typeNameOf(value)}`);

export function addEntry(
  made: Map<MapKey, { key: Value; value: Value }>,
  key: Value,
  given: Value,
  optional: boolean,
): CelError | undefined {
  let value = given;
  if (value instanceof CelError) return value;
  if (optional) {
    if (!(value instanceof CelOptional)) return notOptional(value, String(key));
    if (value.value === undefined) return undefined;
    value = value.value;
  }
  // What is no key cannot be found again, and yet it is there.
  made.set(mapKey(key) ?? key!, { key, value });
  return undefined;
}
