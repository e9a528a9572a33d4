import { isUtf8 } from "node:buffer";
import { formatFloat } from "../../../go/float.ts";
import { quote as goQuote } from "../../../go/quote.ts";
import { compareStrings } from "../../values/code-points.ts";
import { mapGet, mapKeys } from "../../values/containers.ts";
import { durationText, timestampText } from "../../values/time.ts";
import {
  adapt,
  CelBytes,
  CelDouble,
  CelDuration,
  CelTimestamp,
  CelTypeValue,
  CelUint,
  isInt,
  isList,
  isMap,
  type MapValue,
  typeNameOf,
  type Value,
} from "../../values/values.ts";
import type { Work } from "../../values/work.ts";

/** The reason that a value cannot be formatted. */
export class FormatProblem extends Error {}

/** Letters of clauses. */
export type Verb = "s" | "d" | "f" | "e" | "b" | "x" | "X" | "o";

const HEX = "only integers, byte buffers, and strings can be formatted as hex";
const CLAUSES: Readonly<Record<Verb, string>> = {
  s: "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps",
  d: "decimal clause can only be used on integers",
  f: "fixed-point clause can only be used on doubles",
  e: "scientific clause can only be used on doubles",
  b: "only integers and bools can be formatted as binary",
  x: HEX,
  X: HEX,
  o: "octal clause can only be used on integers",
};

/** Text of the error about an argument that a verb of `format` does not accept. */
export const clauseProblem = (verb: Verb, type: string): string =>
  `error during formatting: ${CLAUSES[verb]}, was given ${type}`;

const refuse = (verb: Verb, value: Value): FormatProblem =>
  new FormatProblem(clauseProblem(verb, typeNameOf(value)));

/** Formats a value for `%s`. */
export function formatText(value: Value, work: Work): string {
  const text = textOf(value, work);
  if (text === undefined) throw refuse("s", value);
  return text;
}

/** Returns the text of a value; undefined if its type has none. */
function textOf(value: Value, work: Work): string | undefined {
  if (value === null) return "null";
  if (typeof value === "string") return value;
  if (typeof value === "boolean" || isInt(value)) return String(value);
  if (value instanceof CelUint) return String(value.value);
  if (value instanceof CelDouble) return formatFloat(value.value);
  if (value instanceof CelBytes) return bytesText(value);
  if (value instanceof CelTimestamp) return timestampText(value);
  if (value instanceof CelDuration) return durationText(value);
  if (value instanceof CelTypeValue) return value.name;
  if (isList(value)) return `[${value.map((item) => formatInside(adapt(item), work)).join(", ")}]`;
  return isMap(value) ? formatMap(value, work) : undefined;
}

/** Returns bytes as text, which must be UTF-8 (FormatString in ext/formatting.go of cel-go). */
function bytesText({ bytes }: CelBytes): string {
  if (isUtf8(bytes)) return Buffer.from(bytes).toString();
  const problem = "invalid UTF-8 in bytes, cannot convert to string";
  throw new FormatProblem(`error during formatting: could not convert argument "${problem}" to string`);
}

/** Formats a value inside a list or a map, in the notation of expressions. */
function formatInside(value: Value, work: Work): string {
  work.spend(100);
  if (typeof value === "string") return quoted(value, work);
  if (value instanceof CelBytes) return `b${goQuote(formatText(value, work))}`;
  if (value instanceof CelTimestamp) return `timestamp(${goQuote(formatText(value, work))})`;
  if (value instanceof CelDuration) return `duration(${goQuote(formatText(value, work))})`;
  if (value instanceof CelDouble) return doubleInside(value.value);
  const text = textOf(value, work);
  if (text !== undefined) return text;
  throw new FormatProblem(`error during formatting: no formatting function for ${typeNameOf(value)}`);
}

/** Formats a double in a list or map. A negative zero keeps its sign, unlike with `%f` and `%e`. */
function doubleInside(double: number): string {
  if (Object.is(double, -0)) return "-0.000000";
  return Number.isFinite(double) ? fixed(double, 6) : goQuote(formatFloat(double));
}

/**
 * Quotes a text and counts the work. A list can occur in itself many times, so that the text can be much
 * longer than its cost.
 */
function quoted(text: string, work: Work): string {
  work.spendText(text.length);
  return goQuote(text);
}

function formatMap(map: MapValue, work: Work): string {
  return `{${mapKeys(map, work)
    .map((key) => [formatKey(key, work), formatInside(mapGet(map, key) as Value, work)] as const)
    .sort(([a], [b]) => compareStrings(a, b))
    .map(([key, value]) => `${key}:${value}`)
    .join(", ")}}`;
}

function formatKey(key: Value, work: Work): string {
  if (typeof key === "string") return quoted(key, work);
  if (typeof key === "boolean" || integerOf(key) !== undefined) return formatText(key, work);
  const type = typeNameOf(key);
  throw new FormatProblem(`error during formatting: no formatting function for map key of type ${type}`);
}

const integerOf = (value: Value): bigint | undefined =>
  isInt(value) ? BigInt(value) : value instanceof CelUint ? value.value : undefined;

/** Verb `%d`. Throws if the value is no integer. */
export function formatDecimal(value: Value): string {
  const integer = integerOf(value);
  if (integer === undefined) throw refuse("d", value);
  return String(integer);
}

/** Verb `%o`. Throws if the value is no integer. */
export function formatOctal(value: Value): string {
  const integer = integerOf(value);
  if (integer === undefined) throw refuse("o", value);
  return integer.toString(8);
}

/** Verb `%b`, which booleans have too. Throws for other values than integers and booleans. */
export function formatBinary(value: Value): string {
  if (typeof value === "boolean") return value ? "1" : "0";
  const integer = integerOf(value);
  if (integer === undefined) throw refuse("b", value);
  return integer.toString(2);
}

/** Verb `%x`: integers, and the bytes of texts. Throws for other values. */
export function formatHex(value: Value): string {
  const integer = integerOf(value);
  if (integer !== undefined) return integer.toString(16);
  if (typeof value === "string") return Buffer.from(value).toString("hex");
  if (value instanceof CelBytes) return Buffer.from(value.bytes).toString("hex");
  throw refuse("x", value);
}

const SPECIAL: Readonly<Record<string, number>> = { NaN: Number.NaN, Infinity, "-Infinity": -Infinity };

function doubleOf(value: Value, verb: Verb): number {
  if (value instanceof CelDouble) return value.value;
  if (typeof value === "string" && Object.hasOwn(SPECIAL, value)) return SPECIAL[value]!;
  throw refuse(verb, value);
}

/** Formats `%f` with a comma between thousands, as the English printer of the reference does. */
export function formatFixed(value: Value, precision: number): string {
  return grouped(fixed(doubleOf(value, "f"), precision));
}

/** Formats `%e` with six digits, whatever the precision, which the printer of the reference uses as a width. */
export function formatScientific(value: Value, precision: number, work: Work): string {
  const double = doubleOf(value, "e");
  work.spendText(precision);
  if (!Number.isFinite(double)) return special(double).padStart(precision);
  const [digits = "", exponent = "0"] = double.toExponential(6).split("e");
  return `${digits}×10${superscript(Number(exponent))}`.padStart(precision);
}

function superscript(exponent: number): string {
  const text = String(Math.abs(exponent)).padStart(2, "0");
  return (exponent < 0 ? "⁻" : "") + [...text].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
}

const special = (double: number): string => (Number.isNaN(double) ? "NaN" : double > 0 ? "∞" : "-∞");

function fixed(double: number, precision: number): string {
  if (!Number.isFinite(double)) return special(double);
  const digits = Math.min(precision, 100);
  const text = wholeText(double, digits) ?? double.toFixed(digits);
  const cut = cutInTheMiddle(double, digits);
  return cut !== undefined && /[02468]$/.test(cut) ? cut : text;
}

/** Returns all digits of a large number, which has no fraction. */
function wholeText(double: number, digits: number): string | undefined {
  if (Math.abs(double) < 1e21) return undefined;
  return `${BigInt(double)}${digits === 0 ? "" : `.${"0".repeat(digits)}`}`;
}

/** Returns the number cut off, if the rest is exactly a half: then rounding is to the even digit. */
function cutInTheMiddle(double: number, digits: number): string | undefined {
  if (Math.abs(double) >= 2 ** 53) return undefined;
  const exact = double.toFixed(100);
  const end = exact.indexOf(".") + 1 + digits;
  return /^50*$/.test(exact.slice(end)) ? exact.slice(0, end).replace(/\.$/, "") : undefined;
}

function grouped(text: string): string {
  const [start, sign = "", whole] = /^(-?)(\d+)/.exec(text) ?? [];
  if (start === undefined || whole === undefined) return text;
  const first = whole.length % 3;
  const groups = [whole.slice(0, first), ...(whole.slice(first).match(/\d{3}/g) ?? [])];
  return `${sign}${groups.filter((group) => group !== "").join(",")}${text.slice(start.length)}`;
}
