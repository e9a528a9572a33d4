import { quote } from "../../api/quote.ts";
import { JsonPatchError } from "./operation.ts";

const MAX_INT = 2n ** 63n - 1n;
const MAX_DIGITS = 20;

/** Go's strconv.Atoi: signs and leading zeros are fine. Throws JsonPatchError with its text. */
export function parseIndex(key: string): number {
  if (!/^[+-]?[0-9]+$/.test(key))
    throw new JsonPatchError(`strconv.Atoi: parsing ${quote(key)}: invalid syntax`);
  const digits = key.replace(/^\+/, "").replace(/^(-?)0+(?=\d)/, "$1");
  // Reading millions of digits would take seconds.
  const exact = digits.length > MAX_DIGITS ? MAX_INT + 1n : BigInt(digits);
  if (exact > MAX_INT || exact < -MAX_INT - 1n) {
    throw new JsonPatchError(`strconv.Atoi: parsing ${quote(key)}: value out of range`);
  }
  return Number(exact);
}

/** The place in a list of `length` places that a key names; negative ones count from the end. */
export function resolveIndex(key: string, length: number): number {
  const index = parseIndex(key);
  if (index >= length || index < -length) {
    throw new JsonPatchError(`Unable to access invalid index: ${index}: invalid index referenced`);
  }
  return index < 0 ? index + length : index;
}
