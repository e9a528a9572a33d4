import { sizeOf } from "./containers.ts";
import { CelObject, CelOptional, type Value } from "./values.ts";
import type { Work } from "./work.ts";

/** Returns `traversal(costSize(value))`, without counting short texts and values without a size. */
export function traversalOf(value: Value, work: Work): number {
  if (typeof value === "string") {
    if (value.length <= 10) return value === "" ? 0 : 1;
  } else if (typeof value !== "object") return 1;
  return traversal(costSize(value, work));
}

/** Returns the size of a value for costs: its size if it has one, else 1. */
export function costSize(value: Value, work: Work): number {
  const size = sizeOf(value, work);
  if (size !== undefined) return size;
  if (value instanceof CelOptional) return value.value === undefined ? 1 : costSize(value.value, work);
  return value instanceof CelObject ? (value.costSize ?? 1) : 1;
}

/** Returns the cost of reading a text: a tenth for each character, rounded up. */
export const traversal = (size: number): number => Math.ceil(size * 0.1);

/**
 * Returns the cost of searching a text with a regular expression, which counts a quarter for each of its
 * characters.
 */
export const regexCost = (text: number, pattern: number): number =>
  Math.ceil((1 + text) * 0.1) * Math.ceil(pattern * 0.25);
