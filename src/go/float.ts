import type { Json } from "../json/value.ts";

/**
 * Formats a float64 as Go's `%v` and `%g` do: below 1e-4 and from 1e6 on with an exponent, which has at least two
 * digits; `NaN`, `+Inf`, `-Inf`, `-0`.
 */
export function formatFloat(number: number): string {
  if (Number.isNaN(number)) return "NaN";
  if (!Number.isFinite(number)) return number > 0 ? "+Inf" : "-Inf";
  if (Object.is(number, -0)) return "-0";
  const size = Math.abs(number);
  if (size === 0 || (size >= 1e-4 && size < 1e6)) return String(number);
  return number.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
}

/** True if Go decodes the number as a float64, because it has a fraction or does not fit into an int64. */
export const isGoFloat = (value: Json): value is number | bigint =>
  typeof value === "bigint"
    ? value !== BigInt.asIntN(64, value)
    : typeof value === "number" && !(Number.isInteger(value) && Math.abs(value) < 2 ** 63);
