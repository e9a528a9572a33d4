import { quote } from "../api/quote.ts";

const MAX_INT = 2n ** 63n - 1n;
/** More digits than any integer of 64 bits has; to read millions of them would take seconds. */
const MAX_DIGITS = 20;

/** Go's strconv.Atoi: signs and leading zeros are fine. Throws Error with its text, which names `by`. */
export function atoi(text: string, by = "Atoi"): bigint {
  const complaint = `strconv.${by}: parsing ${quote(text)}: `;
  if (!/^[+-]?[0-9]+$/.test(text)) throw new Error(`${complaint}invalid syntax`);
  const digits = text.replace(/^\+/, "").replace(/^(-?)0+(?=\d)/, "$1");
  const value = digits.length > MAX_DIGITS ? MAX_INT + 1n : BigInt(digits);
  if (value <= MAX_INT && value >= -MAX_INT - 1n) return value;
  throw new Error(`${complaint}value out of range`);
}
