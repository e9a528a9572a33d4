import type { Json } from "./json.ts";

/** A float64 as Go prints it with `%v` or `%g`: with an exponent below 1e-4 and from 1e6 on, which has two digits at least. */
export function formatFloat(number: number): string {
  const size = Math.abs(number);
  if (size === 0 || (size >= 1e-4 && size < 1e6)) return String(number);
  return number.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
}

/** Whether Go has a number as a float64: it has a fraction, or is no int64. */
export const isGoFloat = (value: Json): value is number | bigint =>
  typeof value === "bigint"
    ? value !== BigInt.asIntN(64, value)
    : typeof value === "number" && !(Number.isInteger(value) && Math.abs(value) < 2 ** 63);
