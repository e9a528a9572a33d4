const MAX_WHOLE = 2 ** 53 - 1;
const EPSILON = 1e-9;

/**
 * True for whole numbers, and for numbers that exceed a whole number by less than about a billionth of it
 * (swag.IsFloat64AJSONInteger).
 */
export function isWhole(number: number): boolean {
  if (!Number.isFinite(number) || Math.abs(number) > MAX_WHOLE) return false;
  if (Number.isInteger(number)) return true;
  if (number < 1) return false;
  const floor = Math.trunc(number);
  return (number - floor) / (number + floor) < EPSILON;
}

/** Prints an int64 as Go does. */
export const formatInteger = (number: number): string =>
  Number.isSafeInteger(number) ? String(number) : BigInt(number).toString();

/** Go's conversion of a float64 to an int64, for the range of numbers that occurs in schemas. */
export const toInteger = (number: number): number => Math.trunc(number);
