import { formatQuantityText } from "./format-quantity.ts";
import { type QuantityFormat, type QuantityText, readQuantity, roundUp } from "./quantity-text.ts";
import { remembered } from "./remembered.ts";

export { QuantityError, type QuantityFormat } from "./quantity-text.ts";

/** An amount such as `500m` or `1Gi` to calculate with: `digits` × 10^`exponent`. */
export interface Quantity {
  /** At most `MAX_DIGITS` digits: longer numbers are rounded away from zero. */
  readonly digits: bigint;
  readonly exponent: number;
  readonly format: QuantityFormat;
  /** The text, when it was canonical as given. */
  readonly text: string | undefined;
}

/**
 * Calculations keep so many digits. A client may write `1e2000000000` and a million digits: without a limit, a sum of the
 * two would have as many digits as the exponent says.
 */
export const MAX_DIGITS = 1000;

/** Throws QuantityError. Precision below 10^-9 is rounded away from zero. */
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

/** Of the digits that are kept, the last one's exponent. */
const lowest = ({ digits, exponent }: { digits: string; exponent: number }): number =>
  exponent + Math.max(0, digits.length - MAX_DIGITS);

const textOf = ({ digits, exponent, format, text }: Quantity): QuantityText => ({
  negative: digits < 0n,
  digits: String(digits < 0n ? -digits : digits),
  exponent,
  format,
  text,
});

/** Canonical text: `0.5` → `500m`, `1024Mi` → `1Gi`. */
export const formatQuantity = (quantity: Quantity): string =>
  quantity.text ?? formatQuantityText(textOf(quantity));

/** Below zero, zero, above zero. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  const [aSign, bSign] = [sign(a.digits), sign(b.digits)];
  if (aSign === 0 || aSign !== bSign) return aSign - bSign;
  // Numbers of very different size are told apart without their digits: an exponent may have any size.
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

/** In whole units, rounded away from zero; what an int64 cannot hold is cut to the most that it can (Go's Value). */
export function wholeUnits({ digits, exponent }: Pick<Quantity, "digits" | "exponent">): bigint {
  if (exponent < 0) {
    const unit = 10n ** BigInt(-exponent);
    return digits / unit + (digits % unit === 0n ? 0n : BigInt(sign(digits)));
  }
  if (length(digits) + exponent > INT64_DIGITS) return digits < 0n ? -MAX_INT64 : MAX_INT64;
  const whole = digits * 10n ** BigInt(exponent);
  return whole > MAX_INT64 ? MAX_INT64 : whole;
}

/** The sum, in the format of the first unless that is zero. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  const format = a.digits === 0n ? b.format : a.format;
  if (a.digits === 0n || b.digits === 0n) return { ...(a.digits === 0n ? b : a), format, text: undefined };
  const [high, low] = a.exponent > b.exponent ? [a, b] : [b, a];
  const near = nearer(low, high.exponent - MAX_DIGITS);
  const digits = scaled(high, near.exponent) + near.digits;
  return bounded({ digits, exponent: near.exponent, format, text: undefined });
}

/** Far below the digits that are kept, one unit stands for whatever there is: it decides what a sum is rounded to. */
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

export function subtractQuantities(a: Quantity, b: Quantity): Quantity {
  return addQuantities(a, { ...b, digits: -b.digits, text: undefined });
}

const USUAL = { entries: 4096, longest: 32 };

/** Canonical text of a text; throws QuantityError. */
export const canonicalQuantity = remembered((text) => formatQuantityText(readQuantity(text)), USUAL);

/** As `canonicalQuantity`, rounded up to thousandths: a value of a ResourceList. */
export const canonicalResource = remembered(
  (text) => formatQuantityText(roundUpToMilli(readQuantity(text))),
  USUAL,
);

function roundUpToMilli(quantity: QuantityText): QuantityText {
  if (quantity.exponent >= -3) return quantity;
  return { ...quantity, ...roundUp(quantity.digits, quantity.exponent, -3), text: undefined };
}
