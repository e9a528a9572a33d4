import { costSize, traversal } from "../costs.ts";
import { global, type Library, member } from "../functions.ts";
import { CelError, codePoints, isInt, type Value } from "../values.ts";
import { formatString } from "./format-clauses.ts";
import { goQuote } from "./go-quote.ts";
import { searchList } from "./list-search.ts";

const outOfRange = (index: Value): CelError => new CelError(`index out of range: ${String(index)}`);

function charAt(text: Value, index: Value): Value {
  const points = codePoints(text as string);
  const at = Number(index);
  return at < 0 || at > points.length ? outOfRange(index) : (points[at] ?? "");
}

const matchesAt = (points: readonly string[], part: readonly string[], at: number): boolean =>
  part.every((point, i) => points[at + i] === point);

function indexOf(text: Value, part: Value, offset: Value = 0): Value {
  const [points, wanted] = [codePoints(text as string), codePoints(part as string)];
  if (part === "") return offset;
  const from = Number(offset);
  if (from < 0) return outOfRange(offset);
  for (let at = from; at + wanted.length <= points.length; at++) if (matchesAt(points, wanted, at)) return at;
  return -1;
}

function lastIndexOf(text: Value, part: Value, offset?: Value): Value {
  const [points, wanted] = [codePoints(text as string), codePoints(part as string)];
  if (part === "") return offset ?? points.length;
  if (offset !== undefined && Number(offset) < 0) return outOfRange(offset);
  if (offset !== undefined && Number(offset) >= points.length) return -1;
  const last = points.length - wanted.length;
  for (let at = Math.min(last, offset === undefined ? last : Number(offset)); at >= 0; at--)
    if (matchesAt(points, wanted, at)) return at;
  return -1;
}

function substring(text: Value, start: Value, end?: Value): Value {
  const points = codePoints(text as string);
  const [from, to] = [Number(start), end === undefined ? points.length : Number(end)];
  if (end !== undefined && from > to)
    return new CelError(`invalid substring range. start: ${String(start)}, end: ${String(end)}`);
  if (from < 0 || from > points.length) return outOfRange(start);
  if (to < 0 || to > points.length) return outOfRange(end ?? 0);
  return points.slice(from, to).join("");
}

/** At most `limit` times from the left; below zero: everywhere. */
function replace(text: Value, old: Value, made: Value, limit: Value = -1): Value {
  const times = Number(limit);
  if (times === 0) return text;
  if (old === "") return replaceGaps(text as string, made as string, times);
  const parts = (text as string).split(old as string);
  const count = times < 0 ? parts.length - 1 : Math.min(times, parts.length - 1);
  const head = parts.slice(0, count + 1).join(made as string);
  return [head, ...parts.slice(count + 1)].join(old as string);
}

function replaceGaps(text: string, made: string, times: number): string {
  let left = times < 0 ? Number.POSITIVE_INFINITY : times;
  let result = "";
  for (const point of codePoints(text)) result += (left-- > 0 ? made : "") + point;
  return result + (left > 0 ? made : "");
}

function split(text: Value, separator: Value, limit: Value = -1): Value {
  const count = Number(limit);
  if (count === 0) return [];
  if (count === 1) return [text];
  const parts = separator === "" ? codePoints(text as string) : (text as string).split(separator as string);
  if (count < 0 || parts.length <= count) return [...parts];
  return [...parts.slice(0, count - 1), parts.slice(count - 1).join(separator as string)];
}

function join(list: Value, separator: Value = ""): Value {
  const items = list as readonly Value[];
  const wrong = items.find((item) => typeof item !== "string");
  if (wrong !== undefined)
    return new CelError(`join: invalid input: ${isInt(wrong) ? wrong : String(wrong)}`);
  return items.join(separator as string);
}

const ascii =
  (change: (text: string) => string, letters: RegExp) =>
  (text: Value): Value =>
    (text as string).replace(letters, change);

const SPACE = "[\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+";
const EDGES = new RegExp(`^${SPACE}|${SPACE}$`, "g");

const walk = ([text = null]: readonly Value[]): number => traversal(costSize(text));
const walkTwice = ([text = null]: readonly Value[]): number => Math.ceil(costSize(text) * 2 * 0.1);

/** The strings extension, version 2. */
export const STRINGS: Library = {
  overloads: [
    member("string_char_at_int", "charAt", "string, int -> string", charAt),
    member("string_index_of_string", "indexOf", "string, string -> int", indexOf),
    member("string_index_of_string_int", "indexOf", "string, string, int -> int", indexOf),
    member("string_last_index_of_string", "lastIndexOf", "string, string -> int", lastIndexOf),
    member("string_last_index_of_string_int", "lastIndexOf", "string, string, int -> int", lastIndexOf),
    member("list_a_index_of_int", "indexOf", "list(A), A -> int", (list, item) => searchList(list, item, 1)),
    member("list_a_last_index_of_int", "lastIndexOf", "list(A), A -> int", (list, item) =>
      searchList(list, item, -1),
    ),
    member(
      "string_lower_ascii",
      "lowerAscii",
      "string -> string",
      ascii((s) => s.toLowerCase(), /[A-Z]+/g),
    ),
    member(
      "string_upper_ascii",
      "upperAscii",
      "string -> string",
      ascii((s) => s.toUpperCase(), /[a-z]+/g),
    ),
    member("string_replace_string_string", "replace", "string, string, string -> string", replace),
    member("string_replace_string_string_int", "replace", "string, string, string, int -> string", replace),
    member("string_split_string", "split", "string, string -> list(string)", split),
    member("string_split_string_int", "split", "string, string, int -> list(string)", split),
    member("string_substring_int", "substring", "string, int -> string", substring),
    member("string_substring_int_int", "substring", "string, int, int -> string", substring),
    member("string_trim", "trim", "string -> string", (text) => (text as string).replace(EDGES, "")),
    member("string_format", "format", "string, list(dyn) -> string", formatString, walk),
    global("strings_quote", "strings.quote", "string -> string", (text) => goQuote(text as string), walk),
    member("list_join", "join", "list(string) -> string", join),
    member("list_join_string", "join", "list(string), string -> string", join),
  ],
  costs: {
    lowerAscii: walk,
    upperAscii: walk,
    substring: walk,
    trim: walk,
    replace: walkTwice,
    split: walkTwice,
    join: (_, result) => Math.ceil(costSize(result) * 2 * 0.1),
  },
};
