import { RESERVED_WORDS, unescapeName } from "../../../cel/kubernetes/unescape-name.ts";
import { CelDouble, CelMap, type MapKey, type Value } from "../../../cel/values/values.ts";
import { isJsonObject, type Json } from "../../../json/value.ts";

type Entry = { readonly key: Value; readonly value: Value };

/** Map that also finds keys that are not identifiers by their escaped names: `claims.example__dot__com`. */
class EscapedEntries extends Map<MapKey, Entry> {
  override get(key: MapKey): Entry | undefined {
    return super.get(key) ?? super.get(plain(key));
  }

  override has(key: MapKey): boolean {
    return super.has(key) || super.has(plain(key));
  }
}

const plain = (key: MapKey): MapKey => (typeof key === "string" ? (unescapeName(key) ?? key) : key);

/** Converts a document to a value for expressions. Go parses every number in JSON as a float. */
export function claimValue(value: Json): Value {
  if (typeof value === "number" || typeof value === "bigint") return new CelDouble(Number(value));
  if (Array.isArray(value)) return value.map(claimValue);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, claimValue(item ?? null)] as const);
  if (!entries.some(([key]) => needsEscape(key))) return Object.fromEntries(entries);
  return new CelMap(new EscapedEntries(entries.map(([key, item]) => [key, { key, value: item }])));
}

const needsEscape = (key: string): boolean => RESERVED_WORDS.has(key) || /[./-]|__/.test(key);
