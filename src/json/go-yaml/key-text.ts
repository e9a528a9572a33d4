import { formatFloat } from "../../api/go-float.ts";
import type { Json } from "../../api/json.ts";

/** Decimal digits that tell all floats of 32 bits apart. */
const DIGITS = 9;

/** A key that is no text, as the conversion to JSON writes it (sigs.k8s.io/yaml, `convertToJSONableObject`): floats in 32 bits. */
export const keyText = (key: Json): string => (isFloat(key) ? float32Text(Math.fround(key)) : String(key));

/** Whole numbers up to 64 bits are integers. */
const isFloat = (key: Json): key is number =>
  typeof key === "number" && (!Number.isInteger(key) || Math.abs(key) >= 2 ** 64);

function float32Text(number: number): string {
  if (!Number.isFinite(number)) return number > 0 ? ".inf" : "-.inf";
  for (let digits = 1; digits < DIGITS; digits++) {
    const short = Number(number.toPrecision(digits));
    if (Math.fround(short) === number) return formatFloat(short);
  }
  return formatFloat(Number(number.toPrecision(DIGITS)));
}
