const NANOS_PER_MS = 1e6;
/** The largest int64 plus one, in nanoseconds. Only a negative duration can have this size. */
const LIMIT = 1n << 63n;
const MAX_INT64_TENTH = (LIMIT - 1n) / 10n;

const UNITS: ReadonlyMap<string, number> = new Map([
  ["ns", 1],
  ["us", 1e3],
  ["µs", 1e3],
  ["μs", 1e3],
  ["ms", 1e6],
  ["s", 1e9],
  ["m", 60e9],
  ["h", 3600e9],
]);

/**
 * Parses a text such as `1h2m3.5s` by the rules of Go's time.ParseDuration. Returns nanoseconds, or Go's error text
 * for an invalid duration. Reads each character once.
 */
export function parseGoDuration(text: string): bigint | string {
  const negative = text.startsWith("-");
  let at = negative || text.startsWith("+") ? 1 : 0;
  const invalid = (what = "invalid duration"): string => `time: ${what} ${quoteBytes(text)}`;
  if (text.length === at + 1 && text[at] === "0") return 0n;
  if (text.length === at) return invalid();
  let total = 0n;
  while (at < text.length) {
    const number = readNumber(text, at);
    if (number === undefined) return invalid();
    const unit = text.slice(number.end, unitEnd(text, number.end));
    const size = UNITS.get(unit);
    if (unit === "") return invalid("missing unit in duration");
    if (size === undefined) return invalid(`unknown unit ${quoteBytes(unit)} in duration`);
    total += number.whole * BigInt(size) + fractionOf(number, size);
    if (total > LIMIT) return invalid();
    at = number.end + unit.length;
  }
  if (negative) return -total;
  return total === LIMIT ? invalid() : total;
}

/** Parses a Go duration to milliseconds; undefined if the text is invalid. */
export function goDurationMs(text: string): number | undefined {
  const nanos = parseGoDuration(text);
  return typeof nanos === "bigint" ? Number(nanos) / NANOS_PER_MS : undefined;
}

/** Parses a Go duration to milliseconds. Throws an Error with Go's text if it is invalid. */
export function readGoDurationMs(text: string): number {
  const nanos = parseGoDuration(text);
  if (typeof nanos === "string") throw new Error(nanos);
  return Number(nanos) / NANOS_PER_MS;
}

/** The number `whole` + `fraction` / `scale`. */
interface DurationNumber {
  readonly whole: bigint;
  readonly fraction: bigint;
  readonly scale: number;
  readonly end: number;
}

/**
 * Parses `12`, `1.5`, `.5` or `1.`. Undefined if there is no digit, or if the part before the point does not fit into
 * an int64.
 */
function readNumber(text: string, start: number): DurationNumber | undefined {
  const point = digitsEnd(text, start);
  const whole = wholeOf(text, start, point);
  if (whole === undefined) return undefined;
  if (text[point] !== ".") return point === start ? undefined : { whole, fraction: 0n, scale: 1, end: point };
  const end = digitsEnd(text, point + 1);
  if (point === start && end === point + 1) return undefined;
  return { whole, ...readFraction(text, point + 1, end), end };
}

function wholeOf(text: string, start: number, end: number): bigint | undefined {
  let first = start;
  while (first < end && text[first] === "0") first++;
  if (end - first > 19) return undefined;
  const whole = BigInt(text.slice(first, end));
  return whole > LIMIT ? undefined : whole;
}

/** Parses the digits of a fraction that fit into 63 bits and ignores the rest (Go's leadingFraction). */
function readFraction(text: string, start: number, end: number): { fraction: bigint; scale: number } {
  let [at, scale, fraction] = [start, 1, 0n];
  for (; at < end && text[at] === "0"; at++) scale *= 10;
  for (; at < end && fraction <= MAX_INT64_TENTH; at++) {
    const next = fraction * 10n + BigInt(text[at] ?? "");
    if (next > LIMIT) break;
    fraction = next;
    scale *= 10;
  }
  return { fraction, scale };
}

/** Nanoseconds of a fraction of a unit, with the rounding of Go's float64. */
const fractionOf = ({ fraction, scale }: DurationNumber, size: number): bigint =>
  fraction === 0n ? 0n : BigInt(Math.trunc(Number(fraction) * (size / scale)));

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

function digitsEnd(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at++;
  return at;
}

function unitEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && text[at] !== "." && !isDigit(text.charCodeAt(at))) at++;
  return at;
}

/** Quotes a text as Go's time package does: every byte that is not ASCII is written in hexadecimal. */
function quoteBytes(text: string): string {
  const escaped = text.replace(/["\\]/g, "\\$&");
  return `"${escaped.replace(/[^ -\x7f]/gu, (char) => Buffer.from(char).toString("hex").replace(/../g, "\\x$&"))}"`;
}

/** Formats nanoseconds as Go prints a duration: `1m30s`, `1.5ms`, `0s`. Exact below 2^53. */
export function goDurationText(nanos: number): string {
  const sign = nanos < 0 ? "-" : "";
  const size = Math.abs(nanos);
  if (size === 0) return "0s";
  if (size < 1e3) return `${sign}${size}ns`;
  if (size < 1e6) return `${sign}${size / 1e3}µs`;
  if (size < 1e9) return `${sign}${size / 1e6}ms`;
  const [hours, minutes] = [Math.floor(size / 3600e9), Math.floor((size % 3600e9) / 60e9)];
  const seconds = `${(size % 60e9) / 1e9}s`;
  if (hours > 0) return `${sign}${hours}h${minutes}m${seconds}`;
  return minutes > 0 ? `${sign}${minutes}m${seconds}` : sign + seconds;
}
