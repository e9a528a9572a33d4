import { setKey } from "../../json/object.ts";
import { stringify } from "../../json/stringify.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import { keepNotes } from "./notes.ts";

/** Compares two keys in the order in which Go writes maps as JSON: by their bytes in UTF-8. */
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

/**
 * Surrogates encode characters above all others, so they sort last although their units are smaller than U+E000 to
 * U+FFFF.
 */
const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

/** Returns a copy with sorted keys and the notes of the object. The values are shared. */
export function withSortedKeys(object: JsonObject): JsonObject {
  const sorted: JsonObject = {};
  for (const key of Object.keys(object).sort(compareKeyBytes)) setKey(sorted, key, object[key]);
  keepNotes(object, sorted);
  return sorted;
}

/** Returns the value with the keys of all its objects sorted. Parts that are already sorted are shared. */
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

/**
 * True if an object has a key such as `10`. JavaScript puts these before all others, sorted by number, so no copy can
 * have them in Go's order.
 */
function hasIndexKey(object: JsonObject): boolean {
  for (const key in object) return isIndex(key);
  return false;
}

function isIndex(key: string): boolean {
  const first = key.charCodeAt(0);
  return first >= 0x30 && first <= 0x39 && String(Number(key)) === key;
}

/**
 * Reports, in one pass over the keys, if they are in the order of `compareKeyBytes` (`sorted`) and if one is such as
 * `10` (`index`).
 */
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

/** `stringify` with sorted keys for objects that have keys such as `10`, whose order JavaScript determines. */
export function stringifyIndexKeys(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(stringifyIndexKeys).join(",")}]`;
  if (!isJsonObject(value)) return stringify(value);
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  if (hasIndexKey(value)) keys.sort(compareKeyBytes);
  return `{${keys.map((key) => `${stringify(key)}:${stringifyIndexKeys(value[key] ?? null)}`).join(",")}}`;
}
