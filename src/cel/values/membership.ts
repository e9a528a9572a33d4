import { equalValues } from "./compare.ts";
import { mapKey } from "./containers.ts";
import { adapt, CelDouble, type CelError, CelSchemaList, CelUint, isInt, type Value } from "./values.ts";
import type { Work } from "./work.ts";

const isPrimitive = (value: Value): boolean =>
  typeof value === "string" ||
  typeof value === "boolean" ||
  isInt(value) ||
  value instanceof CelDouble ||
  value instanceof CelUint;

const keyOf = (value: Value): unknown =>
  mapKey(value) ?? (value instanceof CelDouble ? value.value : undefined);

/**
 * Returns a test for a constant list; false if the list is empty; undefined if it has other than primitive
 * values.
 */
export function membershipOf(list: readonly Value[]): ((value: Value) => boolean) | false | undefined {
  if (list.length === 0) return false;
  if (!list.every(isPrimitive)) return undefined;
  const keys = new Set(list.map(keyOf));
  return (value) => {
    const key = keyOf(value);
    return key !== undefined && keys.has(key);
  };
}

/** True if a list has an element that is equal to `item`. For errors see `CelSchemaList`. */
export function listHas(list: readonly Value[], item: Value, work: Work): boolean | CelError {
  if (list instanceof CelSchemaList && (typeof item !== "string" || typeof list[0] === "object"))
    return list.has(item, work);
  // The engine searches a list for a text in a tenth of the time.
  if (typeof item === "string") {
    work.spend(list.length * 0.1);
    return list.includes(item);
  }
  return hasEqual(list, item, work);
}

/** True if a list has an element that is equal to `item`; elements that cannot be compared are not. */
export const hasEqual = (list: readonly Value[], item: Value, work: Work): boolean =>
  list.some((other) => {
    work.spend(2);
    return equalValues(item, adapt(other), work) === true;
  });
