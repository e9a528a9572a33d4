import { withoutLeadingZeros } from "../../go/trim-text.ts";

/** The number ± `digits` × 10^`exponent` of a text of any length. All functions here take time linear in the digits. */
export interface QuantityText {
  readonly negative: boolean;
  /** Digits without leading zeros; `0` for zero. */
  readonly digits: string;
  readonly exponent: number;
  readonly format: QuantityFormat;
  /** The original text if it was canonical. */
  readonly text: string | undefined;
  /** True if the number was read by the fast path, because it fits into 64 bits. */
  readonly isQuick?: boolean;
}

/** Suffixes of a quantity: `k`, `M`; `Ki`, `Mi`; or an exponent, `e3`. */
export type QuantityFormat = "decimal" | "binary" | "exponent";

/** A quantity cannot be parsed. The message is the reference's. */
export class QuantityError extends Error {}

export const QUANTITY_FORMAT_WRONG =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const NUMBER_WRONG = "unable to parse numeric part of quantity";
const SUFFIX_WRONG = "unable to parse quantity's suffix";

const DECIMAL_SUFFIXES: ReadonlyMap<string, number> = new Map([
  ["n", -9],
  ["u", -6],
  ["m", -3],
  ["", 0],
  ["k", 3],
  ["M", 6],
  ["G", 9],
  ["T", 12],
  ["P", 15],
  ["E", 18],
]);
const BINARY_SUFFIXES: ReadonlyMap<string, number> = new Map([
  ["Ki", 10],
  ["Mi", 20],
  ["Gi", 30],
  ["Ti", 40],
  ["Pi", 50],
  ["Ei", 60],
]);

const NANO = -9;
/** Maximum amount with a binary suffix; larger ones are cut to it. */
const MAX_INT64 = 2n ** 63n - 1n;
/** Number of digits that always fit into an int64. */
const SAFE_DIGITS = 18;

/** Parses a quantity. Precision below 10^-9 is rounded away from zero. Throws QuantityError. */
export function readQuantity(text: string): QuantityText {
  const parts = splitQuantity(text);
  const { power, format } = readSuffix(parts.suffix);
  const quick = format === "binary" ? readQuickBinary(parts, power) : readQuickly(parts, power);
  if (quick === undefined && !parts.hasDigits) throw new QuantityError(NUMBER_WRONG);
  const { kept = false, ...value } =
    quick ?? (format === "binary" ? readBinary(parts, power) : readDecimal(parts, power));
  return {
    format,
    negative: parts.negative,
    ...value,
    text: kept ? text : undefined,
    isQuick: quick !== undefined,
  };
}

interface QuantityParts {
  readonly negative: boolean;
  /** Digits before the point, without leading zeros. */
  readonly whole: string;
  readonly fraction: string;
  readonly suffix: string;
  /** True if there is a digit at all. The fast path does not require one. */
  readonly hasDigits: boolean;
}

/**
 * No part can begin with a character that can end the part before it, so the pattern matches each text in only one
 * way.
 */
const PARTS = /^([+-]?)([0-9]*)(?:\.([0-9]*))?([eEinumkKMGTP]+[-+]?[0-9]*|[-+][0-9]*)?$/;

function splitQuantity(text: string): QuantityParts {
  const match = text === "" ? null : PARTS.exec(text);
  if (match === null) throw new QuantityError(QUANTITY_FORMAT_WRONG);
  const [, sign, given = "", fraction = "", suffix = ""] = match;
  const hasDigits = given !== "" || fraction !== "";
  return { negative: sign === "-", whole: withoutLeadingZeros(given), fraction, suffix, hasDigits };
}

/** Truncates a number to 32 bits, as the reference's parser does with its 32-bit integers. */
const toInt32 = (value: number): number => value | 0;

function readSuffix(suffix: string): { power: number; format: QuantityFormat } {
  const decimal = DECIMAL_SUFFIXES.get(suffix);
  if (decimal !== undefined) return { power: decimal, format: "decimal" };
  const binary = BINARY_SUFFIXES.get(suffix);
  if (binary !== undefined) return { power: binary, format: "binary" };
  const [, sign, digits = ""] = /^[eE]([-+]?)([0-9]+)$/.exec(suffix) ?? [];
  const size = withoutLeadingZeros(digits);
  if (digits === "" || size.length > 19) throw new QuantityError(SUFFIX_WRONG);
  const power = sign === "-" ? -BigInt(size) : BigInt(size);
  if (power !== BigInt.asIntN(64, power)) throw new QuantityError(SUFFIX_WRONG);
  return { power: Number(BigInt.asIntN(32, power)), format: "exponent" };
}

interface Value {
  readonly digits: string;
  readonly exponent: number;
  /** True if the text is kept as it was given (`1.500`, `1e3`, `0100m`). */
  readonly kept?: boolean;
  readonly format?: QuantityFormat;
}

/** The fast path, for numbers that fit into 64 bits. Only this path keeps a text that is nearly canonical. */
function readQuickly({ whole, fraction }: QuantityParts, power: number): Value | undefined {
  if (whole.length + fraction.length > SAFE_DIGITS) return undefined;
  const exponent = toInt32(power - fraction.length);
  if (exponent < NANO) return undefined;
  const digits = whole + fraction;
  const kept = exponent % 3 === 0 && !digits.endsWith("000") && !digits.startsWith("0");
  return { digits: withoutLeadingZeros(digits), exponent, kept };
}

function readQuickBinary({ whole, fraction }: QuantityParts, power: number): Value | undefined {
  if (fraction !== "" || 15 - whole.length - Math.trunc((power * 3) / 10) - 1 < 0) return undefined;
  const value = BigInt(whole);
  return { digits: String(value << BigInt(power)), exponent: 0, kept: (value & 7n) !== 0n };
}

function readDecimal({ whole, fraction }: QuantityParts, power: number): Value {
  const digits = withoutLeadingZeros(whole + fraction);
  return roundUp(digits, toInt32(toInt32(power) - fraction.length), NANO);
}

/**
 * Number of decimals that matter: a multiple of 10^-9 divided by 2^60 has this number. Later decimals matter only if
 * one of them is not zero.
 */
const BINARY_DECIMALS = 69;

function readBinary({ whole, fraction }: QuantityParts, power: number): Value {
  if (whole.length > 19) return { digits: String(MAX_INT64), exponent: 0 };
  const decimals = fraction.slice(0, BINARY_DECIMALS) + (hasMore(fraction, BINARY_DECIMALS) ? "1" : "");
  const exact = BigInt(whole + decimals) << BigInt(power);
  const value = roundUp(String(exact), -decimals.length, NANO);
  const nanos = BigInt(value.digits) * 10n ** BigInt(value.exponent - NANO);
  if (nanos > MAX_INT64 * 10n ** 9n) return { digits: String(MAX_INT64), exponent: 0 };
  return nanos > 0n && nanos < 10n ** 9n ? { ...value, format: "decimal" } : value;
}

/** True if a digit other than zero follows after the first `length` digits. */
function hasMore(digits: string, length: number): boolean {
  for (let at = length; at < digits.length; at++) if (digits[at] !== "0") return true;
  return false;
}

/** Rounds to a multiple of 10^`scale`, away from zero. */
export function roundUp(
  digits: string,
  exponent: number,
  scale: number,
): { digits: string; exponent: number } {
  if (exponent >= scale) return { digits, exponent };
  if (digits === "0") return { digits, exponent: scale };
  const length = digits.length - (scale - exponent);
  // All digits are below the scale, so the result is one unit.
  if (length <= 0) return { digits: "1", exponent: scale };
  const kept = digits.slice(0, length);
  return { digits: hasMore(digits, length) ? plusOne(kept) : kept, exponent: scale };
}

function plusOne(digits: string): string {
  let at = digits.length;
  while (at > 0 && digits[at - 1] === "9") at--;
  const zeros = "0".repeat(digits.length - at);
  return at === 0 ? `1${zeros}` : `${digits.slice(0, at - 1)}${Number(digits[at - 1]) + 1}${zeros}`;
}
