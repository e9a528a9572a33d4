import { badRequest, type StatusError } from "../../api/status.ts";
import { quote } from "../../go/quote.ts";

/** Converts a query value to bool like Go: any text except `false` and `0` is true. */
export function isTrue(value: string | null): boolean {
  return value !== null && value.toLowerCase() !== "false" && value !== "0";
}

const GREATEST = 2n ** 63n - 1n;

/**
 * Parses a query value as an int64; 0 if it is absent. An empty text is no number. Throws 400 with the text
 * of Go's strconv.
 */
export function wholeNumber(text: string | null): number {
  if (text === null) return 0;
  if (!/^[-+]?\d+$/.test(text)) throw notParsed(text, "invalid syntax");
  const digits = text.replace(/^[-+]?0*/, "");
  const most = text.startsWith("-") ? GREATEST + 1n : GREATEST;
  if (digits.length > 19 || BigInt(digits) > most) throw notParsed(text, "value out of range");
  return Number(text);
}

const notParsed = (text: string, why: string): StatusError =>
  badRequest(`strconv.ParseInt: parsing ${quote(text)}: ${why}`);
