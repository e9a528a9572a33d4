const MAX_WHOLE = 2 ** 53 - 1;
const EPSILON = 1e-9;

/** swag.IsFloat64AJSONInteger: whole, or above a whole number by less than about a billionth of it. */
export function isWhole(number: number): boolean {
  if (!Number.isFinite(number) || Math.abs(number) > MAX_WHOLE) return false;
  if (Number.isInteger(number)) return true;
  if (number < 1) return false;
  const floor = Math.trunc(number);
  return (number - floor) / (number + floor) < EPSILON;
}

/** An int64 as Go prints it. */
export const formatInteger = (number: number): string =>
  Number.isSafeInteger(number) ? String(number) : BigInt(number).toString();

/** Go's conversion of a float64 to an int64, as far as numbers in schemas go. */
export const toInteger = (number: number): number => Math.trunc(number);
