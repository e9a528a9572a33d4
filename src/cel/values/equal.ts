import { equalValues as equalWithin } from "./compare.ts";
import type { CelError, Value } from "./values.ts";
import { unlimited } from "./work.ts";

/**
 * Compares values with CEL equality, outside of evaluations: numbers by value across all kinds, lists and maps deeply. Values
 * of different types are not equal.
 */
export const equalValues = (a: Value, b: Value): boolean | CelError => equalWithin(a, b, unlimited());
