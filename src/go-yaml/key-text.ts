import { formatFloat } from "../go/float.ts";
import type { GoScalar } from "./scalar-value.ts";

/** Decimal digits that are enough to distinguish all 32-bit floats. */
const DIGITS = 9;

/**
 * Text of a key that is not a string, as the conversion to JSON writes it (sigs.k8s.io/yaml,
 * `convertToJSONableObject`). Floats are written with 32-bit precision.
 */
export const keyText = (key: GoScalar): string =>
  typeof key === "number" ? float32Text(Math.fround(key)) : String(key);

function float32Text(number: number): string {
  if (Number.isNaN(number)) return ".nan";
  if (!Number.isFinite(number)) return number > 0 ? ".inf" : "-.inf";
  if (Object.is(number, -0)) return "-0";
  for (let digits = 1; digits < DIGITS; digits++) {
    const short = Number(number.toPrecision(digits));
    if (Math.fround(short) === number) return formatFloat(short);
  }
  return formatFloat(Number(number.toPrecision(DIGITS)));
}
