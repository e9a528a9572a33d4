/** An amount such as `500m` or `1Gi`: exactly `digits` × 10^`exponent`. */
export interface Quantity {
  readonly digits: bigint;
  readonly exponent: number;
  readonly format: QuantityFormat;
  /** The text, when it was canonical as given. */
  readonly text: string | undefined;
}

export type QuantityFormat = "decimal" | "binary" | "exponent";

/** The text of a quantity that cannot be read, as the reference words it. */
export class QuantityError extends Error {}

const FORMAT_WRONG =
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
const DECIMAL_NAMES = new Map([...DECIMAL_SUFFIXES].map(([name, exponent]) => [exponent, name]));
const BINARY_NAMES = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

const NANO = -9;
/** The largest amount with a binary suffix; what is above is cut to it. */
const MAX_INT64 = 2n ** 63n - 1n;
/** Digits that an int64 is sure to hold. */
const SAFE_DIGITS = 18;

/** Throws QuantityError. Precision below 10^-9 is rounded away from zero. */
export function parseQuantity(text: string): Quantity {
  if (text === "0") return { digits: 0n, exponent: 0, format: "decimal", text };
  const { negative, whole, fraction, suffix, digits } = splitQuantity(text);
  const { power, format } = readSuffix(suffix);
  const quick = parseQuickly(text, whole, fraction, power, format);
  if (quick !== undefined) return negative ? { ...quick, digits: -quick.digits } : quick;
  if (!digits) throw new QuantityError(NUMBER_WRONG);
  return parseExactly(negative, whole, fraction, power, format);
}

interface QuantityParts {
  readonly negative: boolean;
  readonly whole: string;
  readonly fraction: string;
  readonly suffix: string;
  /** There is a digit at all: the quick way does without. */
  readonly digits: boolean;
}

const PARTS = /^([+-]?)(0*)([0-9]*)(?:\.([0-9]*))?([eEinumkKMGTP]*[-+]?[0-9]*)$/;

function splitQuantity(text: string): QuantityParts {
  if (text === "") throw new QuantityError(FORMAT_WRONG);
  const match = PARTS.exec(text);
  if (match === null) throw new QuantityError(FORMAT_WRONG);
  const [, sign, zeros, whole = "", fraction = "", suffix = ""] = match;
  const digits = zeros !== "" || whole !== "" || fraction !== "";
  return { negative: sign === "-", whole: whole === "" ? "0" : whole, fraction, suffix, digits };
}

function readSuffix(suffix: string): { power: number; format: QuantityFormat } {
  const decimal = DECIMAL_SUFFIXES.get(suffix);
  if (decimal !== undefined) return { power: decimal, format: "decimal" };
  const binary = BINARY_SUFFIXES.get(suffix);
  if (binary !== undefined) return { power: binary, format: "binary" };
  if (!/^[eE][-+]?[0-9]+$/.test(suffix)) throw new QuantityError(SUFFIX_WRONG);
  return { power: Number(suffix.slice(1)), format: "exponent" };
}

/** What fits into 64 bits; only this way keeps a text that is canonical enough (`1.500`, `1e3`, `0100m`). */
function parseQuickly(
  text: string,
  whole: string,
  fraction: string,
  power: number,
  format: QuantityFormat,
): Quantity | undefined {
  if (format === "binary") return parseQuickBinary(text, whole, fraction, power);
  if (SAFE_DIGITS - whole.length - fraction.length < 0) return undefined;
  const exponent = power - fraction.length;
  if (exponent < NANO) return undefined;
  const shifted = whole + fraction;
  const kept = exponent % 3 === 0 && !shifted.endsWith("000") && !shifted.startsWith("0");
  return { digits: BigInt(shifted), exponent, format, text: kept ? text : undefined };
}

function parseQuickBinary(
  text: string,
  whole: string,
  fraction: string,
  power: number,
): Quantity | undefined {
  if (fraction !== "" || 15 - whole.length - Math.trunc((power * 3) / 10) - 1 < 0) return undefined;
  const value = BigInt(whole);
  return {
    digits: value << BigInt(power),
    exponent: 0,
    format: "binary",
    text: (value & 7n) !== 0n ? text : undefined,
  };
}

function parseExactly(
  negative: boolean,
  whole: string,
  fraction: string,
  power: number,
  given: QuantityFormat,
): Quantity {
  let digits = BigInt(whole + fraction);
  let exponent = -fraction.length;
  let format = given;
  if (format === "binary") digits <<= BigInt(power);
  else exponent += power;
  ({ digits, exponent } = roundUp(digits, exponent, NANO));
  if (format === "binary") {
    if (compareScaled(digits, exponent, MAX_INT64, 0) > 0)
      ({ digits, exponent } = { digits: MAX_INT64, exponent: 0 });
    if (digits > 0n && compareScaled(digits, exponent, 1n, 0) < 0) format = "decimal";
  }
  return { digits: negative ? -digits : digits, exponent, format, text: undefined };
}

/** To a multiple of 10^`scale`, away from zero. */
function roundUp(digits: bigint, exponent: number, scale: number): { digits: bigint; exponent: number } {
  if (exponent >= scale) return { digits, exponent };
  if (digits === 0n) return { digits, exponent: scale };
  const drop = scale - exponent;
  // Beyond this nothing of the number is left but its sign.
  if (drop > digits.toString().length) return { digits: digits > 0n ? 1n : -1n, exponent: scale };
  const unit = 10n ** BigInt(drop);
  const whole = digits / unit;
  const exact = whole * unit === digits;
  return { digits: exact ? whole : whole + (digits > 0n ? 1n : -1n), exponent: scale };
}

/** The quantity rounded up to thousandths, as the values of a ResourceList are kept. */
export function roundUpToMilli(quantity: Quantity): Quantity {
  if (quantity.exponent >= -3) return quantity;
  return { ...quantity, ...roundUp(quantity.digits, quantity.exponent, -3), text: undefined };
}

/** Canonical text: `0.5` → `500m`, `1024Mi` → `1Gi`. */
export function formatQuantity(quantity: Quantity): string {
  if (quantity.text !== undefined) return quantity.text;
  if (quantity.digits === 0n) return "0";
  return quantity.format === "binary" ? formatBinary(quantity) : formatDecimal(quantity);
}

function formatBinary(quantity: Quantity): string {
  const small = compareQuantities(quantity, LOWER) > 0 && compareQuantities(quantity, UPPER) < 0;
  const whole = small ? undefined : asInteger(quantity);
  if (whole === undefined) return formatDecimal({ ...quantity, format: "decimal" });
  let value = whole;
  let times = 0;
  while (value % 1024n === 0n) {
    value /= 1024n;
    times++;
  }
  return `${value}${BINARY_NAMES[times] ?? ""}`;
}

const UPPER: Quantity = { digits: 1024n, exponent: 0, format: "decimal", text: undefined };
const LOWER: Quantity = { ...UPPER, digits: -1024n };

function formatDecimal({ digits, exponent, format }: Quantity): string {
  let value = digits;
  let power = exponent;
  while (value % 10n === 0n) {
    value /= 10n;
    power++;
  }
  while (power % 3 !== 0) {
    value *= 10n;
    power--;
  }
  if (format === "exponent") return power === 0 ? value.toString() : `${value}e${power}`;
  return `${value}${DECIMAL_NAMES.get(power) ?? ""}`;
}

/** The value when it is a whole number. */
function asInteger({ digits, exponent }: Quantity): bigint | undefined {
  if (exponent >= 0) return digits * 10n ** BigInt(exponent);
  const unit = 10n ** BigInt(-exponent);
  return digits % unit === 0n ? digits / unit : undefined;
}

/** Below zero, zero, above zero. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  return compareScaled(a.digits, a.exponent, b.digits, b.exponent);
}

function compareScaled(a: bigint, aExponent: number, b: bigint, bExponent: number): number {
  if (a === 0n || b === 0n || a > 0n !== b > 0n) return sign(a) - sign(b);
  // Numbers of very different size are told apart without their digits: an exponent may have any size.
  const aLength = length(a) + aExponent;
  const bLength = length(b) + bExponent;
  if (aLength !== bLength) return (aLength - bLength) * sign(a);
  const low = Math.min(aExponent, bExponent);
  const difference = a * 10n ** BigInt(aExponent - low) - b * 10n ** BigInt(bExponent - low);
  return sign(difference);
}

const sign = (value: bigint): number => (value > 0n ? 1 : value < 0n ? -1 : 0);
const length = (value: bigint): number => value.toString().length - (value < 0n ? 1 : 0);

/** The sum, in the format of the first unless that is zero. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  const low = Math.min(a.exponent, b.exponent);
  const digits = a.digits * 10n ** BigInt(a.exponent - low) + b.digits * 10n ** BigInt(b.exponent - low);
  return { digits, exponent: low, format: a.digits === 0n ? b.format : a.format, text: undefined };
}

export function subtractQuantities(a: Quantity, b: Quantity): Quantity {
  return addQuantities(a, { ...b, digits: -b.digits, text: undefined });
}

const CACHE_LIMIT = 4096;
const canonical = new Map<string, string>();
const canonicalMilli = new Map<string, string>();

/** Canonical text of a text; throws QuantityError. Usual texts are remembered. */
export function canonicalQuantity(text: string): string {
  return canonical.get(text) ?? remember(canonical, text, formatQuantity(parseQuantity(text)));
}

/** As `canonicalQuantity`, rounded up to thousandths: a value of a ResourceList. */
export function canonicalResource(text: string): string {
  return (
    canonicalMilli.get(text) ??
    remember(canonicalMilli, text, formatQuantity(roundUpToMilli(parseQuantity(text))))
  );
}

function remember(cache: Map<string, string>, text: string, result: string): string {
  // Clients choose the texts: long ones are not worth keeping, and a full cache starts afresh.
  if (text.length > 32) return result;
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(text, result);
  return result;
}
