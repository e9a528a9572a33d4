import { ownCopy } from "../../../../async/remembered.ts";
import { getKey } from "../../../../json/object.ts";
import { isJsonObject, type Json } from "../../../../json/value.ts";
import type { ListMergeType } from "./merge-type.ts";
import { itemKey } from "./path-element.ts";

/** Cached keys of items by the values of their key fields, with one level for each field. */
type Known = Map<Json | undefined, Known | string>;

/** Limit for the number of cached keys. */
const LIMIT = 10_000;
/** Length limit of a cached name. */
const LONGEST = 256;

let cache = { size: 0, byType: new WeakMap<ListMergeType, Known>() };

/**
 * Like `itemKey`, with a cache: the same names occur many times, and a lookup costs less than building the
 * text.
 */
export function knownItemKey(type: ListMergeType, item: Json): string {
  const { keys } = type;
  if (!isJsonObject(item)) return itemKey(item, type);
  let at: Known | string | undefined = cache.byType.get(type);
  for (let i = 0; i < keys.length && at !== undefined; i++) {
    const value = getKey(item, keys[i]!);
    at = typeof value === "object" ? undefined : (at as Known).get(value);
  }
  if (typeof at === "string") return at;
  const key = itemKey(item, type);
  remember(
    type,
    keys.map((name) => owned(getKey(item, name))),
    key,
  );
  return key;
}

const owned = (value: Json | undefined): Json | undefined =>
  typeof value === "string" && value.length <= LONGEST ? ownCopy(value) : value;

const isShort = (value: Json | undefined): boolean =>
  typeof value === "string" ? value.length <= LONGEST : typeof value !== "object";

function remember(type: ListMergeType, values: readonly (Json | undefined)[], key: string): void {
  if (!values.every(isShort)) return;
  if (++cache.size > LIMIT) cache = { size: 0, byType: new WeakMap() };
  const last = values.length - 1;
  let at = cache.byType.get(type) ?? new Map();
  cache.byType.set(type, at);
  for (const value of values.slice(0, last)) {
    const next = at.get(value)! ?? new Map();
    at.set(value, next);
    at = next;
  }
  at.set(values[last], key);
}
