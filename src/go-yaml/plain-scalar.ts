const WORDS: readonly (readonly [value: boolean | null, words: readonly string[]])[] = [
  [null, ["", "~", "null", "Null", "NULL"]],
  [true, ["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"]],
  [false, ["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"]],
];
/** Words that YAML 1.1 reads as a boolean or as null. */
const VALUES: ReadonlyMap<string, boolean | null> = new Map(
  WORDS.flatMap(([value, words]) => words.map((word) => [word, value] as const)),
);
/** Floats that JSON cannot represent. */
const NO_NUMBER = /^[-+]?\.(?:inf|Inf|INF)$|^\.(?:nan|NaN|NAN)$/;

/** Integers that strconv.ParseInt accepts with base 0. Underscores are removed before. */
const INTEGER = /^[-+]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
/**
 * A number of base 60 such as `1:30`. It is read as a string, but written with quotes because other parsers read it
 * as a number.
 */
const BASE_60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;
const MAX_UINT64 = 2n ** 64n - 1n;
const MIN_INT64 = -(2n ** 63n);

/**
 * True if YAML reads this text without quotes as a string (resolve in go.yaml.in/yaml/v2), and the text is no number
 * of base 60.
 */
export const isPlainString = (text: string): boolean =>
  typeof resolvePlain(text) === "string" && !BASE_60.test(text) && !isTimestamp(text);

/**
 * Value of a text without quotes: the text itself, or the value that YAML 1.1 resolves it to. NaN and infinities are
 * returned as numbers.
 */
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

/** Floats that begin with a dot and that strconv.ParseFloat accepts. Underscores are allowed between digits. */
const GO_FLOAT = /^\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?$/;
const isGoFloat = (text: string): boolean => GO_FLOAT.test(text) && isFinite64(text.replaceAll("_", ""));

function numberOf(text: string): number | bigint | undefined {
  const integer = INTEGER.test(text) ? integerOf(text) : undefined;
  if (integer !== undefined) return integer;
  return FLOAT.test(text) && isFinite64(text) ? Number(text) : undefined;
}

const isFinite64 = (text: string): boolean => Number.isFinite(Number(text));

/** True if Go reads the text of a number as an integer, not as a float such as `1e3`. */
export const isInteger = (text: string, number: number): boolean =>
  Number.isSafeInteger(number) && INTEGER.test(text.replaceAll("_", ""));

/** Parses an integer; undefined if it does not fit into 64 bits. */
function integerOf(text: string): number | bigint | undefined {
  // 64-bit integers are shorter than this in every base.
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

/** True for a date, or a date and time, in one of the four forms that parseTimestamp of go.yaml.in/yaml/v2 accepts. */
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
