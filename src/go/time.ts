/** A text that is no time, in the words of Go's time package. */
export class TimeError extends Error {}

const SECONDS = "2006-01-02T15:04:05Z07:00";
const MICROSECONDS = "2006-01-02T15:04:05.000000Z07:00";

/** The form that most clients send: canonical, with a day of at most 28, which every month has. */
const PLAIN =
  /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{6})?Z$/;
const ZERO_TIME = "0001-01-01T00:00:00";

/** Returns the canonical metav1.Time (UTC, seconds), or null for Go's zero time. Throws TimeError. */
export function canonicalTime(text: string): string | null {
  const match = PLAIN.exec(text);
  if (match !== null && match[1] === undefined) return text.startsWith(ZERO_TIME) ? null : text;
  const { seconds } = parseTime(text, SECONDS, false);
  return seconds.startsWith(ZERO_TIME) ? null : `${seconds}Z`;
}

/**
 * Returns the canonical metav1.MicroTime (UTC), or null for Go's zero time. The text must have exactly six digits of
 * fraction. Throws TimeError.
 */
export function canonicalMicroTime(text: string): string | null {
  const match = PLAIN.exec(text);
  const { seconds, fraction } =
    match?.[1] === undefined
      ? parseTime(text, MICROSECONDS, true)
      : { seconds: text.slice(0, 19), fraction: text.slice(20, 26) };
  return seconds === ZERO_TIME && fraction === "000000" ? null : `${seconds}.${fraction}Z`;
}

/** Milliseconds since the epoch of a text in RFC 3339, as Go's `time.Parse` reads it; undefined if the text is no time. */
export function goTimeMs(text: string): number | undefined {
  try {
    const { at, fraction } = parseTime(text, SECONDS, false);
    return at + Number(`0.${fraction || 0}`) * 1000;
  } catch (error) {
    if (error instanceof TimeError) return undefined;
    throw error;
  }
}

interface ParsedTime {
  /** The seconds, in milliseconds since the epoch. */
  readonly at: number;
  /** UTC, without time zone and fraction. */
  readonly seconds: string;
  readonly fraction: string;
}

/**
 * Parses one element after the other, because errors name the first element that does not match and the rest of the
 * text.
 */
function parseTime(text: string, layout: string, micro: boolean): ParsedTime {
  const cursor = new TimeCursor(text, layout);
  const year = cursor.year();
  cursor.literal("-");
  const month = cursor.two("01", "month", 1, 12);
  cursor.literal("-");
  const day = cursor.two("02", "", 0, 99);
  cursor.literal("T");
  const hour = cursor.oneOrTwo("15", "hour", 23);
  cursor.literal(":");
  const minute = cursor.two("04", "minute", 0, 59);
  cursor.literal(":");
  const second = cursor.two("05", "second", 0, 59);
  const fraction = micro ? cursor.sixDigits() : cursor.optionalFraction();
  const offset = cursor.zone();
  cursor.end();
  if (day < 1 || day > daysIn(year, month)) cursor.fail("", "", ": day out of range");
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second - offset);
  return { at: date.getTime(), seconds: utcText(date), fraction };
}

class TimeCursor {
  readonly #text: string;
  readonly #layout: string;
  #rest: string;

  constructor(text: string, layout: string) {
    this.#text = text;
    this.#layout = layout;
    this.#rest = text;
  }

  fail(element: string, rest: string, message: string): never {
    const head = `parsing time ${quoteTime(this.#text)}`;
    if (message !== "") throw new TimeError(head + message);
    throw new TimeError(
      `${head} as ${quoteTime(this.#layout)}: cannot parse ${quoteTime(rest)} as ${quoteTime(element)}`,
    );
  }

  literal(mark: string): void {
    if (!this.#rest.startsWith(mark)) this.fail(mark, this.#rest, "");
    this.#rest = this.#rest.slice(1);
  }

  year(): number {
    return this.#number(/^\d{4}/, "2006");
  }

  two(element: string, name: string, low: number, high: number): number {
    return this.#within(this.#number(/^\d\d/, element), name, low, high);
  }

  oneOrTwo(element: string, name: string, high: number): number {
    return this.#within(this.#number(/^\d\d?/, element), name, 0, high);
  }

  #number(pattern: RegExp, element: string): number {
    const match = pattern.exec(this.#rest);
    if (match === null) this.fail(element, this.#rest, "");
    this.#rest = this.#rest.slice(match[0].length);
    return Number(match[0]);
  }

  #within(value: number, name: string, low: number, high: number): number {
    if (name !== "" && (value < low || value > high)) this.fail("", "", `: ${name} out of range`);
    return value;
  }

  optionalFraction(): string {
    const match = /^[.,](\d+)/.exec(this.#rest);
    if (match === null) return "";
    this.#rest = this.#rest.slice(match[0].length);
    return match[1] ?? "";
  }

  sixDigits(): string {
    const match = /^[.,](\d{6})/.exec(this.#rest);
    if (match === null) this.fail(".000000", this.#rest, "");
    this.#rest = this.#rest.slice(7);
    return match[1] ?? "";
  }

  /** Offset of the time zone in seconds; positive is east of Greenwich. */
  zone(): number {
    if (this.#rest.startsWith("Z")) {
      this.#rest = this.#rest.slice(1);
      return 0;
    }
    // Go checks the ranges before the sign, and the hour before it checks that the minutes are digits.
    const match = /^(.)(\d\d):(..)/.exec(this.#rest);
    if (match === null) this.fail("Z07:00", this.#rest, "");
    const [whole, sign, hours, minutes = ""] = match;
    if (Number(hours) > 24) this.fail("", "", ": time zone offset hour out of range");
    const digits = /^\d\d$/.test(minutes);
    if (digits && Number(minutes) > 60) this.fail("", "", ": time zone offset minute out of range");
    if (!digits || (sign !== "+" && sign !== "-")) this.fail("Z07:00", this.#rest, "");
    this.#rest = this.#rest.slice(whole.length);
    return (sign === "-" ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
  }

  end(): void {
    if (this.#rest !== "") this.fail("", "", `: extra text: ${quoteTime(this.#rest)}`);
  }
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function utcText(date: Date): string {
  const utcYear = date.getUTCFullYear();
  const rest = date.toISOString().slice(-20, -5);
  return `${utcYear < 0 ? "-" : ""}${String(Math.abs(utcYear)).padStart(4, "0")}${rest}`;
}

/**
 * Bytes that the quoting of Go's time package escapes: all except printable ASCII and DEL, and also quotes and
 * backslashes.
 */
const NOT_PLAIN = /[^ !#-[\]-\x7f]/g;

const ESCAPES: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte === 0x22 || byte === 0x5c
    ? `\\${String.fromCharCode(byte)}`
    : `\\x${byte.toString(16).padStart(2, "0")}`,
);

const quoteTime = (text: string): string =>
  `"${Buffer.from(text)
    .toString("latin1")
    .replace(NOT_PLAIN, (c) => ESCAPES[c.charCodeAt(0)]!)}"`;

/** Go's `time.Time.String()` of a time in UTC, in whole seconds: `2026-11-22 22:00:00 +0000 UTC`. */
export const timeString = (date: Date): string =>
  `${date.toISOString().slice(0, 19).replace("T", " ")} +0000 UTC`;
