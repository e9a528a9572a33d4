import { parseQuantity } from "../quantity.ts";

/** 10^-9 of a unit: the finest that a resource.Quantity knows. */
const NANO = 1_000_000_000n;
/** More digits than the greatest quantity has. */
const MAX_EXPONENT = 40;

/** The amount of a decoded quantity in billionths; 0 for what is absent or unreadable. */
export function nanos(text: string | undefined): bigint {
  return text === undefined ? 0n : (tryNanos(text) ?? 0n);
}

/** As `nanos`, undefined when the text is no quantity. */
export function tryNanos(text: string): bigint | undefined {
  if (/^[0-9]{1,15}$/.test(text)) return BigInt(text) * NANO;
  try {
    const { digits, exponent } = parseQuantity(text);
    const power = Math.min(exponent, MAX_EXPONENT) + 9;
    return power >= 0 ? digits * 10n ** BigInt(power) : digits / 10n ** BigInt(-power);
  } catch {
    return undefined;
  }
}

/** Negative, zero or positive, as for sorting. */
export function compareAmounts(a: string, b: string): number {
  if (a === b) return 0;
  const difference = nanos(a) - nanos(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Whole units, rounded up: the reference's Value(). */
export const units = (text: string): bigint => divideUp(nanos(text), NANO);

/** Thousandths, rounded up: the reference's MilliValue(). */
export const millis = (text: string): bigint => divideUp(nanos(text), NANO / 1000n);

const divideUp = (a: bigint, b: bigint): bigint => (a > 0n ? (a + b - 1n) / b : a / b);
