/** Billionths: the finest that a resource.Quantity knows. */
const NANO = 1_000_000_000n;

const SUFFIXES: ReadonlyMap<string, bigint> = new Map([
  ["n", 1n],
  ["u", 1_000n],
  ["m", 1_000_000n],
  ["", NANO],
  ...["k", "M", "G", "T", "P", "E"].map((suffix, i): [string, bigint] => [
    suffix,
    NANO * 1000n ** BigInt(i + 1),
  ]),
  ...["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"].map((suffix, i): [string, bigint] => [
    suffix,
    NANO * 1024n ** BigInt(i + 1),
  ]),
]);

const FORM = /^([+-]?)(\d*)(?:\.(\d*))?([numkMGTPE]|[KMGTPE]i|[eE][+-]?\d+|)$/;

/** The amount in billionths, rounded away from zero; undefined when the text is no quantity. */
export function parseQuantity(text: string): bigint | undefined {
  const match = FORM.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = "", fraction = "", suffix = ""] = match;
  if (whole === "" && fraction === "") return undefined;
  const digits = BigInt(whole + fraction);
  const amount = scale(digits, fraction.length, suffix);
  return sign === "-" ? -amount : amount;
}

function scale(digits: bigint, decimals: number, suffix: string): bigint {
  const factor = SUFFIXES.get(suffix);
  if (factor !== undefined) return divideUp(digits * factor, 10n ** BigInt(decimals));
  // More digits than any quantity can hold: the value is cut off at 2^63 anyway.
  const exponent = Math.max(-30, Math.min(30, Number(suffix.slice(1))));
  const scaled = exponent < 0 ? digits * NANO : digits * NANO * 10n ** BigInt(exponent);
  return divideUp(scaled, 10n ** BigInt(decimals + Math.max(0, -exponent)));
}

/** Rounds a positive quotient up. */
const divideUp = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;

/** The amount of a text that has been decoded as a quantity, in billionths; 0 for what is absent. */
export function nanos(text: string | undefined): bigint {
  return text === undefined ? 0n : (parseQuantity(text) ?? 0n);
}

/** Negative, zero or positive, as for sorting. */
export function compareQuantities(a: string, b: string): number {
  if (a === b) return 0;
  const difference = nanos(a) - nanos(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Whole units, rounded up: the reference's Value(). */
export function quantityUnits(text: string): bigint {
  return ceilDivide(nanos(text), NANO);
}

/** Thousandths, rounded up: the reference's MilliValue(). */
export function quantityMillis(text: string): bigint {
  return ceilDivide(nanos(text), NANO / 1000n);
}

const ceilDivide = (a: bigint, b: bigint): bigint => (a > 0n ? divideUp(a, b) : a / b);
