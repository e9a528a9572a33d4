import { compareQuantities, parseQuantity } from "../../../../api/quantity/quantity.ts";
import { remembered } from "../../../../async/remembered.ts";

/** Exponents above this exceed the greatest quantity. */
const MAX_EXPONENT = 40;

/** Returns a decoded quantity in billionths; 0 for an absent or invalid one. */
export const nanos = (text: string | undefined): bigint => (text === undefined ? 0n : (tryNanos(text) ?? 0n));

/** Like `nanos`, but undefined for an invalid quantity. */
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

/** Problem of a quantity below zero. */
export const nonNegativeProblems = (text: string): readonly string[] =>
  nanos(text) < 0n ? ["must be greater than or equal to 0"] : [];

/** Problem of a quantity of zero or less. */
export const positiveProblems = (text: string): readonly string[] =>
  nanos(text) <= 0n ? ["must be positive"] : [];

/** True for a negative quantity; the canonical text then begins with a minus sign. */
export const isNegative = (text: string): boolean => text.charCodeAt(0) === 45;

/** Canonical texts that are whole numbers whose thousandths fit into an int64. */
const SURELY_WHOLE = /^(?:\d{1,15}|\d{1,5}[kMG]i?|\d{1,5}Ki)$/;

/** True if there is no fraction of a unit after the amount was rounded up to thousandths. */
export const isWhole = (text: string): boolean => SURELY_WHOLE.test(text) || millis(text) % 1000n === 0n;

/** Amounts from here on are equal in `nanos`. */
const CAPPED = 10n ** BigInt(MAX_EXPONENT + 9);

/** Returns a negative number, zero or a positive number, as for sorting. */
export function compareAmounts(a: string, b: string): number {
  if (a === b) return 0;
  const difference = nanos(a) - nanos(b);
  if (difference !== 0n) return difference < 0n ? -1 : 1;
  return nanos(a) < CAPPED ? 0 : compareQuantities(parseQuantity(a), parseQuantity(b));
}

/** Returns whole units, rounded up: the reference's Value(). */
export const units = remembered((text) => scaledValue(text, 0), { entries: 1024, longest: 32 });

/** Returns thousandths, rounded up: the reference's MilliValue(). */
export const millis = remembered((text) => scaledValue(text, 3), { entries: 1024, longest: 32 });

const CANONICAL = /^([+-]?)(\d{1,100})(?:\.(\d{0,100}))?(?:([numkMGTPE]|[KMGTPE]i)|[eE]([+-]?\d{1,10}))?$/;
const DECIMAL = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];
const BINARY = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
const MAX_INT64 = 2n ** 63n - 1n;

/**
 * Returns the amount in units of 10^-`places`, like apimachinery's Quantity.ScaledValue, even if it exceeds
 * an int64: an amount that was read as an int64 with a scale then becomes 0 or loses its high bits; an amount
 * that was read as a decimal loses its high bits.
 */
function scaledValue(text: string, places: 0 | 3): bigint {
  const [all, sign, whole = "", fraction = "", suffix = "", written = "0"] = CANONICAL.exec(text) ?? [];
  if (all === undefined) return 0n;
  const value = BigInt(`${sign === "-" ? "-" : ""}${whole}${fraction}`);
  const binary = BINARY.indexOf(suffix);
  if (binary > 0) return scaledBinary(value, whole.length, fraction.length, 10 * binary, places);
  const scale = (suffix === "" ? Number(written) : 3 * (DECIMAL.indexOf(suffix) - 3)) - fraction.length;
  if (whole.length + fraction.length <= 18 && scale >= -9) return scaledInt64(value, scale + places);
  return scaledDecimal(value, scale, places);
}

function scaledBinary(
  value: bigint,
  length: number,
  fraction: number,
  exponent: number,
  places: 0 | 3,
): bigint {
  const shifted = value << BigInt(exponent);
  if (fraction === 0 && 14 - length - Math.trunc(exponent * 0.3) >= 0) return scaledInt64(shifted, places);
  const most = MAX_INT64 * 10n ** BigInt(fraction);
  const capped = shifted > most ? most : shifted < -most ? -most : shifted;
  return scaledDecimal(capped, -fraction, places);
}

/**
 * Exponents for which Go multiplies in one step, and keeps the result even if it overflows (math.go,
 * positiveScaleInt64).
 */
const AT_ONCE = [0, 1, 2, 3, 6, 9];

function scaledInt64(value: bigint, power: number): bigint {
  if (power < 0) return awayFromZero(value, 10n ** BigInt(-power));
  if (value === 0n || power > 100) return 0n;
  const product = value * 10n ** BigInt(power);
  const held = BigInt.asIntN(64, product);
  return held === product || AT_ONCE.includes(power) ? held : 0n;
}

/**
 * Returns an amount that was read as a decimal. It is kept in thousandths, rounded away from zero, after the
 * defaults of a ResourceList (SetDefaults_ResourceList of pkg/apis/core/v1). If it exceeds an int64, only
 * positive amounts are divided before the truncation.
 */
function scaledDecimal(value: bigint, scale: number, places: 0 | 3): bigint {
  // From this scale on, the low 64 bits are zero.
  if (scale > 100) return 0n;
  const power = scale + 3;
  const thousandths =
    power >= 0 ? value * 10n ** BigInt(power) : awayFromZero(value, 10n ** BigInt(Math.min(-power, 200)));
  if (places === 3) return BigInt.asIntN(64, thousandths);
  const dividend = thousandths < MAX_INT64 ? BigInt.asIntN(64, thousandths) : thousandths;
  return BigInt.asIntN(64, dividend / 1000n + (dividend % 1000n === 0n ? 0n : 1n));
}

function awayFromZero(value: bigint, divisor: bigint): bigint {
  const whole = value / divisor;
  if (value % divisor === 0n) return whole;
  return value > 0n ? whole + 1n : whole - 1n;
}
