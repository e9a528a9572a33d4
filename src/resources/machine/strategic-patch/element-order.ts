import type { Steps } from "../../../async/steps.ts";
import { getKey } from "../../../json/object.ts";
import { isJsonObject, type Json } from "../../../json/value.ts";
import { noMergeKey, wrongType } from "./patch-errors.ts";

/**
 * Returns the identity of an item: the value of its merge key, or the item itself in a list without a merge
 * key.
 */
export function identity(item: Json, mergeKey: string): Json | undefined {
  if (mergeKey === "") return item;
  return isJsonObject(item) ? getKey(item, mergeKey) : undefined;
}

/** Like `identity`, but throws for items that are not objects with the key. */
export function requireIdentity(item: Json, mergeKey: string): Json {
  return mergeKey === "" ? item : requireKey(item, mergeKey);
}

/**
 * Returns the value of the merge key. If the list has no merge key, the reference searches for a member with
 * an empty name.
 */
export function requireKey(item: Json, mergeKey: string): Json {
  if (!isJsonObject(item)) throw wrongType("map[string]interface {}", item);
  const value = getKey(item, mergeKey);
  if (value === undefined) throw noMergeKey(item, mergeKey);
  return value;
}

/**
 * Orders merged items: those in `patchOrder` by that order, the others by `serverOrder`. Both are interleaved
 * so that an item of the server stays before the first patched item that followed it there.
 */
export function* arrange(
  items: readonly Json[],
  patchOrder: readonly Json[],
  serverOrder: readonly Json[],
  mergeKey: string,
): Steps<Json[]> {
  const patchPlaces = placesOf(patchOrder, mergeKey);
  yield;
  const serverPlaces = placesOf(serverOrder, mergeKey);
  yield;
  const patched: Placed[] = [];
  const others: Placed[] = [];
  for (const item of items) {
    const id = requireIdentity(item, mergeKey);
    const onServer = serverPlaces.get(id) ?? -1;
    const inPatch = patchPlaces.get(id);
    if (inPatch === undefined) others.push({ item, place: onServer, onServer });
    else patched.push({ item, place: inPatch, onServer });
  }
  yield;
  return interleave(sorted(others), sorted(patched)).map(({ item }) => item);
}

interface Placed {
  readonly item: Json;
  /** Position in the order for the sort; -1 if it is not in that order. */
  readonly place: number;
  readonly onServer: number;
}

function placesOf(order: readonly Json[], mergeKey: string): ReadonlyMap<Json | undefined, number> {
  const places = new Map<Json | undefined, number>();
  order.forEach((item, i) => {
    const id = identity(item, mergeKey);
    if (!places.has(id)) places.set(id, i);
  });
  return places;
}

const sorted = (items: Placed[]): Placed[] =>
  items.length <= BLOCK && items.some(({ place }) => place < 0)
    ? insertionSort(items)
    : items.sort((a, b) => a.place - b.place);

/** Number of items that Go sorts by insertion (sort.Stable). */
const BLOCK = 20;

/**
 * Sorts by insertion. An item without a position is before every item with which it is compared
 * (normalizeSliceOrder of strategicpatch/patch.go).
 */
function insertionSort(items: Placed[]): Placed[] {
  const isBefore = (a: Placed, b: Placed): boolean => a.place < 0 || b.place < 0 || a.place < b.place;
  for (let next = 1; next < items.length; next++)
    for (let at = next; at > 0 && isBefore(items[at]!, items[at - 1]!); at--)
      [items[at - 1], items[at]] = [items[at]!, items[at - 1]!];
  return items;
}

function interleave(others: readonly Placed[], patched: readonly Placed[]): Placed[] {
  const all: Placed[] = [];
  let next = 0;
  for (const item of patched) {
    while (next < others.length && item.onServer >= 0) {
      const own = others[next]!;
      if (own.onServer < 0 || own.onServer >= item.onServer) break;
      all.push(own);
      next++;
    }
    all.push(item);
  }
  return [...all, ...others.slice(next)];
}
