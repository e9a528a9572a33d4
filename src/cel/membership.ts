import { mapKey } from "./containers.ts";
import { CelDouble, CelUint, isInt, type Value } from "./values.ts";

const isPrimitive = (value: Value): boolean =>
  typeof value === "string" ||
  typeof value === "boolean" ||
  isInt(value) ||
  value instanceof CelDouble ||
  value instanceof CelUint;

const keyOf = (value: Value): unknown =>
  mapKey(value) ?? (value instanceof CelDouble ? value.value : undefined);

/** A test for a list that is known beforehand; false: it is empty; undefined: it holds more than plain values. */
export function membershipOf(list: readonly Value[]): ((value: Value) => boolean) | false | undefined {
  if (list.length === 0) return false;
  if (!list.every(isPrimitive)) return undefined;
  const keys = new Set(list.map(keyOf));
  return (value) => {
    const key = keyOf(value);
    return key !== undefined && keys.has(key);
  };
}
