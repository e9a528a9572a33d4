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

/** A float64 as Go's %v prints it: with an exponent below 1e-4 and from 1e6 on, which has two digits at least. */
export function formatFloat(number: number): string {
  const size = Math.abs(number);
  if (size === 0 || (size >= 1e-4 && size < 1e6)) return String(number);
  return number.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
}

/** An int64 as Go prints it. */
export const formatInteger = (number: number): string =>
  Number.isSafeInteger(number) ? String(number) : BigInt(number).toString();

/** Go's conversion of a float64 to an int64, as far as numbers in schemas go. */
export const toInteger = (number: number): number => Math.trunc(number);
