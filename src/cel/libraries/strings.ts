import { trimSpace } from "../../go/space.ts";
import { countingMember, global, type Library, member } from "../types/functions.ts";
import { codePoints, pointsBefore, stringSize, unitIndex } from "../values/code-points.ts";
import { equalValues } from "../values/compare.ts";
import { costSize, traversal } from "../values/costs.ts";
import { adapt, CelError, isInt, isList, type Value } from "../values/values.ts";
import type { Work } from "../values/work.ts";
import { formatString } from "./format/format-clauses.ts";
import { findLastText, findText, splitText } from "./text-search.ts";

const outOfRange = (index: Value): CelError => new CelError(`index out of range: ${String(index)}`);

function charAt(text: string, index: Value): Value {
  const [source, at] = [text, Number(index)];
  if (at < 0 || at > stringSize(source)) return outOfRange(index);
  const point = source.codePointAt(unitIndex(source, at));
  return point === undefined ? "" : String.fromCodePoint(point);
}

function indexOf(text: string, part: string, offset: Value = 0): Value {
  const source = text;
  if (part === "") return offset;
  if (Number(offset) < 0) return outOfRange(offset);
  return pointsBefore(source, findText(source, part, unitIndex(source, Number(offset))));
}

function lastIndexOf(text: string, part: string, offset?: Value): Value {
  const source = text;
  if (part === "") return offset ?? stringSize(source);
  if (offset !== undefined && Number(offset) < 0) return outOfRange(offset);
  if (offset !== undefined && Number(offset) >= stringSize(source)) return -1;
  const until = offset === undefined ? source.length : unitIndex(source, Number(offset));
  return pointsBefore(source, findLastText(source, part, until));
}

function substring(text: string, start: Value, end?: Value): Value {
  const source = text;
  const size = stringSize(source);
  const [from, to] = [Number(start), end === undefined ? size : Number(end)];
  if (end !== undefined && from > to)
    return new CelError(`invalid substring range. start: ${String(start)}, end: ${String(end)}`);
  if (from < 0 || from > size) return outOfRange(start);
  if (to < 0 || to > size) return outOfRange(end ?? 0);
  return source.slice(unitIndex(source, from), unitIndex(source, to));
}

/** Replaces at most `limit` times from the left; everywhere if the limit is negative. */
function replace(work: Work, text: string, old: string, made: string, limit: Value = -1): Value {
  const times = Number(limit);
  if (times === 0) return text;
  const parts = old === "" ? ["", ...codePoints(text), ""] : splitText(text, old);
  const count = times < 0 ? parts.length - 1 : Math.min(times, parts.length - 1);
  // The cost counts the old text, not the new one.
  work.spendText(count * made.length);
  const head = parts.slice(0, count + 1).join(made);
  return [head, ...parts.slice(count + 1)].join(old);
}

function split(text: string, separator: string, limit: Value = -1): Value {
  const count = Number(limit);
  if (count === 0) return [];
  if (text === "" && separator === "") return [];
  if (count === 1) return [text];
  const parts = separator === "" ? codePoints(text) : splitText(text, separator);
  if (count < 0 || parts.length <= count) return [...parts];
  return [...parts.slice(0, count - 1), parts.slice(count - 1).join(separator)];
}

function join(list: Value, separator: string = ""): Value {
  const items = list as readonly Value[];
  const wrong = items.find((item) => typeof item !== "string");
  if (wrong !== undefined)
    return new CelError(`join: invalid input: ${isInt(wrong) ? wrong : String(wrong)}`);
  return items.join(separator);
}

const ascii =
  (change: (text: string) => string, letters: RegExp) =>
  (text: string): Value =>
    text.replace(letters, change);

const walk = ([text = null]: readonly Value[], work: Work): number => traversal(costSize(text, work));
const walkTwice = ([text = null]: readonly Value[], work: Work): number =>
  Math.ceil(costSize(text, work) * 2 * 0.1);

/** Returns the cost of reading the result twice; a list that cannot be joined counts as one character. */
function joinCost([list = null, separator = ""]: readonly Value[], work: Work): number {
  const items: readonly Value[] =
    isList(list) && list.every((item) => typeof item === "string") ? list : ["."];
  const separators = Math.max(0, items.length - 1) * costSize(separator, work);
  return Math.ceil(items.reduce<number>((total, item) => total + costSize(item, work), separators) * 2 * 0.1);
}

/** Escapes of the strings extension, version 2. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\x07", "\\a"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\v", "\\v"],
  ["\\", "\\\\"],
  ['"', '\\"'],
]);

/**
 * Quotes a text. Unlike Go's own function, it does not escape other characters (quote of cel-go's
 * ext/strings.go).
 */
function quote(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  return `"${text.toWellFormed().replace(/[\x07\b\f\n\r\t\v\\"]/g, (character) => ESCAPES.get(character) ?? character)}"`;
}

export const STRINGS: Library = {
  overloads: [
    member("string_char_at_int", "charAt", "string, int -> string", charAt),
    member("string_index_of_string", "indexOf", "string, string -> int", indexOf),
    member("string_index_of_string_int", "indexOf", "string, string, int -> int", indexOf),
    member("string_last_index_of_string", "lastIndexOf", "string, string -> int", lastIndexOf),
    member("string_last_index_of_string_int", "lastIndexOf", "string, string, int -> int", lastIndexOf),
    countingMember("list_a_index_of_int", "indexOf", "list(A), A -> int", (work, list, item) =>
      searchList(work, list, item, 1),
    ),
    countingMember("list_a_last_index_of_int", "lastIndexOf", "list(A), A -> int", (work, list, item) =>
      searchList(work, list, item, -1),
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
    countingMember("string_replace_string_string", "replace", "string, string, string -> string", replace),
    countingMember(
      "string_replace_string_string_int",
      "replace",
      "string, string, string, int -> string",
      replace,
    ),
    member("string_split_string", "split", "string, string -> list(string)", split),
    member("string_split_string_int", "split", "string, string, int -> list(string)", split),
    member("string_substring_int", "substring", "string, int -> string", substring),
    member("string_substring_int_int", "substring", "string, int, int -> string", substring),
    member("string_trim", "trim", "string -> string", (text) => trimSpace(text)),
    countingMember("string_format", "format", "string, list(dyn) -> string", formatString, walk),
    global("strings_quote", "strings.quote", "string -> string", (text) => quote(text), walk),
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
    join: joinCost,
  },
};

/** Returns the first (step 1) or last (step −1) index of an item; −1 if the list does not have it. */
function searchList(work: Work, items: readonly Value[], item: Value, step: 1 | -1): Value {
  for (let i = step === 1 ? 0 : items.length - 1; i >= 0 && i < items.length; i += step)
    if (equalValues(adapt(items[i]!), item, work) === true) return i;
  return -1;
}
