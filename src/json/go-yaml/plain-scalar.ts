const WORDS: readonly (readonly [value: boolean | null, words: readonly string[]])[] = [
  [null, ["", "~", "null", "Null", "NULL"]],
  [true, ["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"]],
  [false, ["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"]],
];
/** Words that YAML 1.1 reads as a boolean or as null. */
const VALUES: ReadonlyMap<string, boolean | null> = new Map(
  WORDS.flatMap(([value, words]) => words.map((word) => [word, value] as const)),
);
/** Floats that JSON does not have. */
const NO_NUMBER = /^[-+]?\.(?:inf|Inf|INF)$|^\.(?:nan|NaN|NAN)$/;

/** Integers of strconv.ParseInt with base 0, without the underscores: these are taken out before. */
const INTEGER = /^[-+]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
/** A number such as 1:30 of base 60: never read as a number, but quoted for other readers. */
const BASE_60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;
const MAX_UINT64 = 2n ** 64n - 1n;
const MIN_INT64 = -(2n ** 63n);

/** Whether YAML would read this text as a string if it stood there without quotes (resolve in go.yaml.in/yaml/v2). */
export const isPlainString = (text: string): boolean =>
  typeof resolvePlain(text) === "string" && !BASE_60.test(text) && !isTimestamp(text);

/** What a text without quotes is: the text itself, or what YAML 1.1 reads in it. NaN and infinities are numbers, too. */
export function resolvePlain(text: string): string | number | bigint | boolean | null {
  const word = VALUES.get(text);
  if (word !== undefined) return word;
  if (NO_NUMBER.test(text))
    return text.endsWith("n") || text.endsWith("N")
      ? Number.NaN
      : Number(`${text.startsWith("-") ? "-" : ""}Infinity`);
  const first = text.charCodeAt(0);
  if (first === 0x2e) return isGoFloat(text) ? Number(text.replaceAll("_", "")) : text;
  if (first !== 0x2b && first !== 0x2d && !(first >= 0x30 && first <= 0x39)) return text;
  return isTimestamp(text) ? text : (numberOf(text.replaceAll("_", "")) ?? text);
}

/** What strconv.ParseFloat takes that begins with a dot: underscores may stand between digits. */
const GO_FLOAT = /^\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?$/;
const isGoFloat = (text: string): boolean => GO_FLOAT.test(text) && isFinite64(text.replaceAll("_", ""));

function numberOf(text: string): number | bigint | undefined {
  const integer = INTEGER.test(text) ? integerOf(text) : undefined;
  if (integer !== undefined) return integer;
  return FLOAT.test(text) && isFinite64(text) ? Number(text) : undefined;
}

const isFinite64 = (text: string): boolean => Number.isFinite(Number(text));

/** Whether the number of a text is an integer in Go, and no float such as `1e3`. */
export const isInteger = (text: string, number: number): boolean =>
  Number.isSafeInteger(number) && INTEGER.test(text.replaceAll("_", ""));

/** Undefined beyond 64 bits. */
function integerOf(text: string): number | bigint | undefined {
  // No integer of 64 bits is longer, in any base.
  if (text.length > 80) return undefined;
  const negative = text.startsWith("-");
  const digits = text.replace(/^[-+]/, "").replace(/^0(?=[0-7])/, "0o");
  const value = negative ? -BigInt(digits) : BigInt(digits);
  if (value < MIN_INT64 || value > (text.startsWith("+") ? MAX_UINT64 >> 1n : MAX_UINT64)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

const DATE = /^(\d{4})-(\d{1,2})-(\d{1,2})(.*)$/;
const TIME_OF_DAY =
  /^(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?(?:Z|[-+]\d{2}:\d{2})| (\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?)$/;

/** A date, or a date and time, in one of the four forms that parseTimestamp of go.yaml.in/yaml/v2 knows. */
export function isTimestamp(text: string): boolean {
  const date = DATE.exec(text);
  if (date === null) return false;
  const [, year, month, day, rest = ""] = date;
  if (!isDay(Number(year), Number(month), Number(day))) return false;
  if (rest === "") return true;
  const time = TIME_OF_DAY.exec(rest);
  if (time === null) return false;
  const [hour, minute, second] = time[1] === undefined ? time.slice(4, 7) : time.slice(1, 4);
  return Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60 && isZone(rest);
}

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const next = new Date(0);
  next.setUTCFullYear(year, month, 0);
  return day <= next.getUTCDate();
}

function isZone(rest: string): boolean {
  const zone = /[-+](\d{2}):(\d{2})$/.exec(rest);
  return zone === null || (Number(zone[1]) <= 24 && Number(zone[2]) < 60);
}
