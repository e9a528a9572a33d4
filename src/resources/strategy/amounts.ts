import { compareQuantities, parseQuantity } from "../../api/quantity.ts";
import { remembered } from "../../api/remembered.ts";

/** 10^-9 of a unit: the finest that a resource.Quantity knows. */
const NANO = 1_000_000_000n;
/** More digits than the greatest quantity has. */
const MAX_EXPONENT = 40;

/** The amount of a decoded quantity in billionths; 0 for what is absent or unreadable. */
export function nanos(text: string | undefined): bigint {
  return text === undefined ? 0n : (tryNanos(text) ?? 0n);
}

/** As `nanos`, undefined when the text is no quantity. */
export const tryNanos = remembered(read, { entries: 4096, longest: 32 });

function read(text: string): bigint | undefined {
  try {
    const { digits, exponent } = parseQuantity(text);
    const power = Math.min(exponent, MAX_EXPONENT) + 9;
    return power >= 0 ? digits * 10n ** BigInt(power) : digits / 10n ** BigInt(-power);
  } catch {
    return undefined;
  }
}

/** Below zero, as the canonical text shows. */
export const isNegative = (text: string): boolean => text.charCodeAt(0) === 45;

/** No fraction of a unit is left once the amount has been rounded up to thousandths. */
export function isWhole(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  const endsInDigit = last >= 48 && last <= 57;
  // Canonical texts with a fraction end in m, u or n, or have an exponent.
  if (last !== 109 && last !== 117 && last !== 110 && !(endsInDigit && /[eE.]/.test(text))) return true;
  return millis(text) % 1000n === 0n;
}

/** From here on `nanos` does not tell amounts apart. */
const CAPPED = 10n ** BigInt(MAX_EXPONENT + 9);

/** Negative, zero or positive, as for sorting. */
export function compareAmounts(a: string, b: string): number {
  if (a === b) return 0;
  const difference = nanos(a) - nanos(b);
  if (difference !== 0n) return difference < 0n ? -1 : 1;
  return nanos(a) < CAPPED ? 0 : compareQuantities(parseQuantity(a), parseQuantity(b));
}

/** Whole units, rounded up: the reference's Value(). */
export const units = (text: string): bigint => divideUp(nanos(text), NANO);

/** Thousandths, rounded up: the reference's MilliValue(). */
export const millis = (text: string): bigint => divideUp(nanos(text), NANO / 1000n);

const divideUp = (a: bigint, b: bigint): bigint => (a > 0n ? (a + b - 1n) / b : a / b);
