import { compareStrings } from "./code-points.ts";
import { mapGet, mapKeys, mapSize } from "./containers.ts";
import {
  adapt,
  CelBytes,
  CelDouble,
  CelDuration,
  type CelError,
  CelObject,
  CelOptional,
  CelSchemaList,
  CelSchemaMap,
  CelTimestamp,
  isList,
  isMap,
  type MapValue,
  NO_OVERLOAD,
  numberOf,
  type Value,
} from "./values.ts";
import type { Work } from "./work.ts";

/** Texts up to this length are compared without counting work. */
const LONG = 1000;

/** Compares long texts. Sixteen characters are compared in the time of one. */
function equalLongTexts(a: string, b: Value, work: Work): boolean {
  if (typeof b !== "string" || a.length !== b.length) return false;
  work.spend(a.length / 160);
  return a === b;
}

/**
 * Compares values with CEL equality: numbers by value across all kinds, lists and maps deeply. Values of
 * different types are not equal.
 */
export function equalValues(a: Value, b: Value, work: Work): boolean | CelError {
  if (typeof a === "string") return a.length > LONG ? equalLongTexts(a, b, work) : a === b;
  if (typeof a === "boolean" || a === null || b === null) return a === b;
  if (typeof a === "number" && typeof b === "number") return a === b;
  const numberA = numberOf(a);
  if (numberA !== undefined) {
    const numberB = numberOf(b);
    return numberB !== undefined && compareMixed(a, b, numberA, numberB) === 0;
  }
  if (a instanceof CelSchemaList) return isList(b) ? a.equalsList(b, work) : NO_OVERLOAD;
  if (a instanceof CelSchemaMap) return isMap(b) ? a.equalsMap(b, work) : NO_OVERLOAD;
  if (isList(a)) return isList(b) && equalLists(a, b, work);
  if (isMap(a)) return isMap(b) && equalMaps(a, b, work);
  if (a instanceof CelOptional) return b instanceof CelOptional && equalOptionals(a, b, work);
  return a instanceof CelObject ? a.equals(b, work) : a === b;
}

function equalOptionals(a: CelOptional, b: CelOptional, work: Work): boolean | CelError {
  if (a.value === undefined || b.value === undefined) return a.value === b.value;
  return equalValues(a.value, b.value, work);
}

function equalLists(a: readonly Value[], b: readonly Value[], work: Work): boolean {
  if (a.length !== b.length) return false;
  work.spend(10);
  for (let i = 0; i < a.length; i++) {
    work.spend(5);
    if (equalValues(adapt(a[i]!), adapt(b[i]!), work) === false) return false;
  }
  return true;
}

function equalMaps(a: MapValue, b: MapValue, work: Work): boolean {
  work.spend(20 + 5 * mapSize(a, work));
  if (mapSize(a, work) !== mapSize(b, work)) return false;
  return mapKeys(a, work).every((key) => {
    const other = mapGet(b, key);
    return other !== undefined && equalValues(mapGet(a, key)!, other, work) !== false;
  });
}

/**
 * Returns a number below, equal to or above zero; undefined if the values cannot be compared; NaN if one of
 * them is NaN.
 */
export function compareValues(a: Value, b: Value): number | undefined {
  if (typeof a === "string") return typeof b === "string" ? compareStrings(a, b) : undefined;
  if (typeof a === "boolean") return typeof b === "boolean" ? Number(a) - Number(b) : undefined;
  const numberA = numberOf(a);
  if (numberA !== undefined) {
    const numberB = numberOf(b);
    return numberB === undefined ? undefined : compareMixed(a, b, numberA, numberB);
  }
  if (a instanceof CelBytes) return b instanceof CelBytes ? Buffer.compare(a.bytes, b.bytes) : undefined;
  if (a instanceof CelTimestamp && b instanceof CelTimestamp) return compareNumbers(a.nanos, b.nanos);
  if (a instanceof CelDuration && b instanceof CelDuration) return compareNumbers(a.nanos, b.nanos);
  return undefined;
}

/**
 * Compares numbers of different kinds. If one is a double, integers are converted to doubles: 2^63 − 1 equals
 * 2^63.
 */
const compareMixed = (a: Value, b: Value, numberA: number | bigint, numberB: number | bigint): number =>
  a instanceof CelDouble || b instanceof CelDouble
    ? compareNumbers(Number(numberA), Number(numberB))
    : compareNumbers(numberA, numberB);

const compareNumbers = (a: number | bigint, b: number | bigint): number =>
  a < b ? -1 : a > b ? 1 : a >= b ? 0 : Number.NaN;
