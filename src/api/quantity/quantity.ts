import { remembered } from "../../async/remembered.ts";
import { formatQuantityText } from "./format-quantity.ts";
import { type QuantityFormat, type QuantityText, readQuantity, roundUp } from "./quantity-text.ts";

export { QuantityError } from "./quantity-text.ts";

/** An amount such as `500m` or `1Gi` for calculations: `digits` × 10^`exponent`. */
export interface Quantity {
  /** At most `MAX_DIGITS` digits; longer numbers are rounded away from zero. */
  readonly digits: bigint;
  readonly exponent: number;
  readonly format: QuantityFormat;
  /** The original text if it was canonical. */
  readonly text: string | undefined;
}

/**
 * Maximum number of digits in calculations. A client may send `1e2000000000` and a number with a million digits:
 * without a limit, their sum would have as many digits as the exponent.
 */
export const MAX_DIGITS = 1000;

/** Parses a quantity. Precision below 10^-9 is rounded away from zero. Throws QuantityError. */
export function parseQuantity(text: string): Quantity {
  const read = readQuantity(text);
  const { digits, exponent } = roundUp(read.digits, read.exponent, lowest(read));
  return {
    digits: read.negative ? -BigInt(digits) : BigInt(digits),
    exponent,
    format: read.format,
    text: read.text,
  };
}

/** Exponent of the last digit that is kept. */
const lowest = ({ digits, exponent }: { digits: string; exponent: number }): number =>
  exponent + Math.max(0, digits.length - MAX_DIGITS);

const textOf = ({ digits, exponent, format, text }: Quantity): QuantityText => ({
  negative: digits < 0n,
  digits: String(digits < 0n ? -digits : digits),
  exponent,
  format,
  text,
});

/** Canonical text of a quantity: `0.5` → `500m`, `1024Mi` → `1Gi`. */
export const formatQuantity = (quantity: Quantity): string =>
  quantity.text ?? formatQuantityText(textOf(quantity));

/** Compares two quantities. The result is negative, zero or positive. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  const [aSign, bSign] = [sign(a.digits), sign(b.digits)];
  if (aSign === 0 || aSign !== bSign) return aSign - bSign;
  // Numbers of very different size are compared by their lengths, without scaling them: an exponent can be very
  // large.
  const aLength = length(a.digits) + a.exponent;
  const bLength = length(b.digits) + b.exponent;
  if (aLength !== bLength) return (aLength - bLength) * aSign;
  const low = Math.min(a.exponent, b.exponent);
  return sign(scaled(a, low) - scaled(b, low));
}

const sign = (value: bigint): number => (value > 0n ? 1 : value < 0n ? -1 : 0);
const length = (value: bigint): number => value.toString().length - (value < 0n ? 1 : 0);
const scaled = ({ digits, exponent }: Quantity, low: number): bigint =>
  exponent === low ? digits : digits * 10n ** BigInt(exponent - low);

const MAX_INT64 = 2n ** 63n - 1n;
const INT64_DIGITS = 19;

/** The amount in whole units, rounded away from zero and limited to the range of an int64 (Go's Value). */
export function wholeUnits({ digits, exponent }: Pick<Quantity, "digits" | "exponent">): bigint {
  if (exponent < 0) {
    const unit = 10n ** BigInt(-exponent);
    return digits / unit + (digits % unit === 0n ? 0n : BigInt(sign(digits)));
  }
  if (length(digits) + exponent > INT64_DIGITS) return digits < 0n ? -MAX_INT64 : MAX_INT64;
  const whole = digits * 10n ** BigInt(exponent);
  return whole > MAX_INT64 ? MAX_INT64 : whole;
}

/** The sum, in the format of `a`, or in that of `b` if `a` is zero. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  const format = a.digits === 0n ? b.format : a.format;
  if (a.digits === 0n || b.digits === 0n) return { ...(a.digits === 0n ? b : a), format, text: undefined };
  const [high, low] = a.exponent > b.exponent ? [a, b] : [b, a];
  const near = nearer(low, high.exponent - MAX_DIGITS);
  const digits = scaled(high, near.exponent) + near.digits;
  return bounded({ digits, exponent: near.exponent, format, text: undefined });
}

/**
 * Replaces a number far below the kept digits by one unit of its sign, which is sufficient to determine the rounding
 * of a sum.
 */
function nearer(low: Quantity, exponent: number): Quantity {
  if (low.exponent >= exponent - MAX_DIGITS) return low;
  return { ...low, digits: BigInt(sign(low.digits)), exponent };
}

const SMALL = 10n ** 18n;

function bounded(quantity: Quantity): Quantity {
  if (quantity.digits < SMALL && quantity.digits > -SMALL) return quantity;
  const { negative, ...text } = textOf(quantity);
  const { digits, exponent } = roundUp(text.digits, text.exponent, lowest(text));
  return { ...quantity, digits: negative ? -BigInt(digits) : BigInt(digits), exponent };
}

/** Difference, in the format of `a`. */
export function subtractQuantities(a: Quantity, b: Quantity): Quantity {
  return addQuantities(a, { ...b, digits: -b.digits, text: undefined });
}

const USUAL = { entries: 4096, longest: 32 };

/** Canonical text of a quantity's text. Throws QuantityError. */
export const canonicalQuantity = remembered((text) => formatQuantityText(readQuantity(text)), USUAL);

/** Canonical text of a value of a ResourceList: `canonicalQuantity`, rounded up to thousandths. */
export const canonicalResource = remembered(
  (text) => formatQuantityText(roundUpToMilli(readQuantity(text))),
  USUAL,
);

function roundUpToMilli(quantity: QuantityText): QuantityText {
  if (quantity.exponent >= -3) return quantity;
  return { ...quantity, ...roundUp(quantity.digits, quantity.exponent, -3), text: undefined };
}
