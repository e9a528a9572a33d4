import type { Json, JsonObject } from "../api/json.ts";
import { isJsonObject } from "../api/json.ts";
import { keepNotes } from "./notes.ts";
import { setKey } from "./object.ts";
import { stringify } from "./stringify.ts";

/** The order of Go's maps in JSON: that of the keys' bytes in UTF-8. */
export function compareKeyBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right)
      return isSurrogate(left) === isSurrogate(right) ? left - right : isSurrogate(left) ? 1 : -1;
  }
  return a.length - b.length;
}

/** Surrogates stand for characters beyond all others. */
const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

/** A copy with sorted keys and the notes of the object; the values are shared. */
export function withSortedKeys(object: JsonObject): JsonObject {
  const sorted: JsonObject = {};
  for (const key of Object.keys(object).sort(compareKeyBytes)) setKey(sorted, key, object[key]);
  keepNotes(object, sorted);
  return sorted;
}

/** The value with the keys of all its objects sorted; what is sorted already is shared. */
export function withAllKeysSorted(value: Json): Json {
  if (Array.isArray(value)) {
    const items = value.map(withAllKeysSorted);
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (!isJsonObject(value)) return value;
  const sorted = lookAtKeys(value).sorted ? value : withSortedKeys(value);
  for (const key in sorted) {
    const member = sorted[key];
    if (typeof member === "object" && member !== null) setKey(sorted, key, withAllKeysSorted(member));
  }
  return sorted;
}

/** JavaScript puts keys such as `10` before all others, by their value: no copy can have them where Go has them. */
function hasIndexKey(object: JsonObject): boolean {
  for (const key in object) return isIndex(key);
  return false;
}

function isIndex(key: string): boolean {
  const first = key.charCodeAt(0);
  return first >= 0x30 && first <= 0x39 && String(Number(key)) === key;
}

/** Whether keys come in the order of `compareKeyBytes`, and whether there is one such as `10`: in one walk over them. */
export function lookAtKeys(object: JsonObject): { readonly sorted: boolean; readonly index: boolean } {
  let previous = "";
  let index: boolean | undefined;
  for (const key in object) {
    index ??= isIndex(key);
    if (compareKeyBytes(previous, key) > 0) return { sorted: false, index };
    previous = key;
  }
  return { sorted: true, index: index === true };
}

/** As `stringify`, with the keys of those objects sorted that JavaScript has in an order of its own. */
export function stringifyIndexKeys(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(stringifyIndexKeys).join(",")}]`;
  if (!isJsonObject(value)) return stringify(value);
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  if (hasIndexKey(value)) keys.sort(compareKeyBytes);
  return `{${keys.map((key) => `${stringify(key)}:${stringifyIndexKeys(value[key] ?? null)}`).join(",")}}`;
}
