import { readQuantity } from "../../../api/quantity/quantity-text.ts";
import { intValue } from "../../values/values.ts";

/**
 * A quantity as Go stores it: `value` × 10^`exponent`. Its number depends on that form: it is an integer only
 * within 64 bits, and a float is the value as a float, multiplied by the power.
 */
export interface Amount {
  readonly value: bigint;
  readonly exponent: number;
  /** True if the value has any size; false if it has 64 bits. */
  readonly isDecimal: boolean;
}

const NANO = -9;
/** Larger exponents are not scaled: numbers with as many digits do not occur. */
const MOST = 1000;
const MAX_INT64 = 2n ** 63n - 1n;

/** Parses an amount. Throws QuantityError. */
export function amountOf(text: string): Amount {
  const { negative, digits, exponent, format, isQuick } = readQuantity(text);
  const value = BigInt(negative ? `-${digits}` : digits);
  const amount = { value, exponent, isDecimal: !isQuick };
  const isCut = format === "binary" && exponent === 0 && digits === String(MAX_INT64);
  return isQuick || isCut || exponent > MOST ? amount : atScale(amount, NANO);
}

/** An amount that is an integer of 64 bits. */
export const wholeAmount = (value: bigint): Amount => ({ value, exponent: 0, isDecimal: false });
/** The amount with the opposite sign, in the same form. */
export const negated = (amount: Amount): Amount => ({ ...amount, value: -amount.value });

const MIN_INT64 = -(2n ** 63n);

/**
 * True if `a - b` is computed as `a + b`: the smallest integer of 64 bits has no opposite, and is added
 * unchanged if 64 bits are enough (int64Amount.Sub).
 */
export const isAdded = (a: Amount, b: Amount): boolean =>
  !a.isDecimal && !b.isDecimal && b.value === MIN_INT64 && addSmall(a, b) !== undefined;

/** Returns the amount as an integer; undefined if Go does not convert it. */
export function asInteger({ value, exponent, isDecimal }: Amount): number | bigint | undefined {
  if (isDecimal || exponent < 0) return undefined;
  return exponent > 19 && value !== 0n ? undefined : intValue(value * 10n ** BigInt(exponent));
}

/** The amount as Go's AsApproximateFloat64 computes it: value times power, not the nearest float. */
export function asFloat({ value, exponent }: Amount): number {
  if (exponent === 0) return Number(value);
  return exponent > 0
    ? Number(value) * Number(`1e${exponent}`)
    : Number(value) * (1 / Number(`1e${-exponent}`));
}

/** Sum in 64 bits if both amounts and the sum fit, else in decimals of any size (Quantity.Add). */
export function addAmounts(a: Amount, b: Amount): Amount {
  const small = a.isDecimal || b.isDecimal ? undefined : addSmall(a, b);
  return small ?? addDecimals(a, b);
}

/** Adds two amounts; undefined if the sum does not fit in 64 bits. */
function addSmall(a: Amount, b: Amount): Amount | undefined {
  if (b.value === 0n) return a;
  if (a.value === 0n) return b;
  if (Math.abs(a.exponent - b.exponent) > 19) return undefined;
  const exponent = Math.min(a.exponent, b.exponent);
  const [x, y] = [atScale(a, exponent).value, atScale(b, exponent).value];
  const fits = [x, y, x + y].every((value) => intValue(value) !== undefined);
  return fits ? { value: x + y, exponent, isDecimal: false } : undefined;
}

function addDecimals(a: Amount, b: Amount): Amount {
  const [high, low] = a.exponent > b.exponent ? [a, b] : [b, a];
  if (high.exponent - low.exponent > MOST) return { ...high, isDecimal: true };
  const value = atScale(high, low.exponent).value + low.value;
  return { value, exponent: low.exponent, isDecimal: true };
}

const atScale = (amount: Amount, exponent: number): Amount =>
  amount.exponent <= exponent
    ? amount
    : { ...amount, value: amount.value * 10n ** BigInt(amount.exponent - exponent), exponent };
