import { sizeOf } from "./containers.ts";
import { CelObject, CelOptional, type Value } from "./values.ts";

/** `traversal(costSize(value))`; short texts and what has no size need not be counted. */
export function traversalOf(value: Value): number {
  if (typeof value === "string") {
    if (value.length <= 10) return value === "" ? 0 : 1;
  } else if (typeof value !== "object") return 1;
  return traversal(costSize(value));
}

/** What a value counts as: its size if it has one, else 1. */
export function costSize(value: Value): number {
  const size = sizeOf(value);
  if (size !== undefined) return size;
  if (value instanceof CelOptional) return value.value === undefined ? 1 : costSize(value.value);
  return value instanceof CelObject ? (value.costSize ?? 1) : 1;
}

/** A walk over so many characters: a tenth each, rounded up. */
export const traversal = (size: number): number => Math.ceil(size * 0.1);

/** A search of a text with an expression of this size, which counts a quarter for each character. */
export const regexCost = (text: number, pattern: number): number =>
  Math.ceil((1 + text) * 0.1) * Math.ceil(pattern * 0.25);
