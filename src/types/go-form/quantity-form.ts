import { parseQuantity } from "../../api/quantity/quantity.ts";

/**
 * Prints a resource.Quantity that was parsed from its canonical text, with Go's unexported fields: an amount
 * that fits is a number and a scale, any other amount is an inf.Dec. The text is included if the reference
 * caches it.
 */
export function quantityForm(text: string | undefined): string {
  if (text === undefined) return form("0", 0, "", "");
  if (text === "0") return form("0", 0, text, "DecimalSI");
  const match = /^([+-]?)(\d*)(?:\.(\d*))?((?:[A-Za-z]+[-+]?\d*)?)$/.exec(text);
  if (match === null) return form("0", 0, "", "");
  const [, sign = "", whole = "", fraction = "", suffix = ""] = match;
  const parts: Parts = { text, sign, whole: whole.replace(/^0+(?=.)/, ""), fraction, suffix };
  const binary = BINARY[suffix];
  return binary === undefined ? decimalForm(parts) : binaryForm(parts, binary);
}

interface Parts {
  readonly text: string;
  readonly sign: string;
  readonly whole: string;
  readonly fraction: string;
  readonly suffix: string;
}

const BINARY: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 };
const DECIMAL: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  "": 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
/** Number of digits that certainly fit into an int64. */
const SAFE_DIGITS = 18;

function decimalForm({ text, sign, whole, fraction, suffix }: Parts): string {
  const known = DECIMAL[suffix];
  const format = known === undefined ? "DecimalExponent" : "DecimalSI";
  const scale = (known ?? Number(suffix.slice(1))) - fraction.length;
  const digits = whole + fraction;
  if (digits.length > SAFE_DIGITS || scale < -9) return largeForm(text, format);
  const kept = scale % 3 === 0 && !digits.endsWith("000") && !digits.startsWith("0");
  return form(signed(sign, BigInt(digits)), scale, kept ? text : "", format);
}

function binaryForm({ text, sign, whole, fraction }: Parts, exponent: number): string {
  const precision = 15 - whole.length - Math.trunc((exponent * 3) / 10) - 1;
  if (fraction !== "" || precision < 0) return largeForm(text, "BinarySI");
  const value = BigInt(whole);
  const kept = (value & 7n) !== 0n;
  return form(signed(sign, value << BigInt(exponent)), 0, kept ? text : "", "BinarySI");
}

const signed = (sign: string, value: bigint): string => String(sign === "-" ? -value : value);

const form = (value: string, scale: number, text: string, format: string): string =>
  `{i:(resource.int64Amount){value:(int64)${value} scale:(resource.Scale)${scale}} d:(resource.infDecAmount){Dec:(*inf.Dec)<nil>} s:(string)${text} Format:(resource.Format)${format}}`;

const WORD = 64n;
/**
 * Scale to which the reference rounds; an amount with that scale is printed with as many digits after the
 * point.
 */
const NANO = 9;
const MAX_INT64 = 2n ** 63n - 1n;
/** Limit for exponents: the digits of larger ones would take too long. */
const LARGEST_EXPONENT = 1000;

function largeForm(text: string, format: string): string {
  const { digits, exponent } = parseQuantity(text);
  const zeros = Math.min(Math.max(exponent + NANO, 0), LARGEST_EXPONENT);
  const scaled = (digits < 0n ? -digits : digits) * 10n ** BigInt(zeros);
  const isCapped = format === "BinarySI" && scaled >= MAX_INT64 * 10n ** BigInt(NANO);
  const [unscaled, scale] = isCapped ? [MAX_INT64, 0] : [scaled, NANO];
  const words: bigint[] = [];
  for (let rest = unscaled; rest > 0n; rest >>= WORD) words.push(BigInt.asUintN(64, rest));
  const integer = `(big.Int){neg:(bool)${digits < 0n} abs:(big.nat)[${words.join(" ")}]}`;
  const dec = `(*inf.Dec){unscaled:${integer} scale:(inf.Scale)${scale}}`;
  return `{i:(resource.int64Amount){value:(int64)0 scale:(resource.Scale)0} d:(resource.infDecAmount){Dec:${dec}} s:(string) Format:(resource.Format)${format}}`;
}
