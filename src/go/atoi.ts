import { quote } from "./quote.ts";

const MAX_INT = 2n ** 63n - 1n;
/** More digits than any 64-bit integer has. Parsing millions of digits as a bigint would take seconds. */
const MAX_DIGITS = 20;

/**
 * Parses an integer as Go's strconv.Atoi does: a sign and leading zeros are accepted. Throws an Error with Go's text,
 * which names the function `by`.
 */
export function atoi(text: string, by = "Atoi"): bigint {
  const complaint = `strconv.${by}: parsing ${quote(text)}: `;
  if (!/^[+-]?[0-9]+$/.test(text)) throw new Error(`${complaint}invalid syntax`);
  const digits = text.replace(/^\+/, "").replace(/^(-?)0+(?=\d)/, "$1");
  const value = digits.length > MAX_DIGITS ? MAX_INT + 1n : BigInt(digits);
  if (value <= MAX_INT && value >= -MAX_INT - 1n) return value;
  throw new Error(`${complaint}value out of range`);
}
