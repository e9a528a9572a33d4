import { isJsonObject, type Json } from "../../../api/json.ts";
import { getKey } from "../../../json/object.ts";
import { noMergeKey, wrongType } from "./patch-errors.ts";

/** What identifies an item: its merge key's value, or the item itself in a list without merge key. */
export function identity(item: Json, mergeKey: string): Json | undefined {
  if (mergeKey === "") return item;
  return isJsonObject(item) ? getKey(item, mergeKey) : undefined;
}

/** As `identity`, for lists that have been promised to hold objects with the key. */
export function requireIdentity(item: Json, mergeKey: string): Json {
  if (mergeKey === "") return item;
  if (!isJsonObject(item)) throw wrongType("map[string]interface {}", item);
  const value = getKey(item, mergeKey);
  if (value === undefined) throw noMergeKey(item, mergeKey);
  return value;
}

/**
 * Puts merged items in order: those that `patchOrder` names in its order, the others in the order of `serverOrder`,
 * interleaved so that an item of the server stays before the first patched one that followed it there.
 */
export function arrange(
  items: readonly Json[],
  patchOrder: readonly Json[],
  serverOrder: readonly Json[],
  mergeKey: string,
): Json[] {
  const named = new Set(patchOrder.map((item) => identity(item, mergeKey)));
  const inPatch = (item: Json): boolean => named.has(requireIdentity(item, mergeKey));
  const patchPlaces = placesOf(patchOrder, mergeKey);
  const serverPlaces = placesOf(serverOrder, mergeKey);
  const placeIn = (places: Places, item: Json): number => places.get(identity(item, mergeKey)) ?? -1;
  const sort = (list: Json[], places: Places): Json[] =>
    list.sort((a, b) => placeIn(places, a) - placeIn(places, b));
  const patched = sort(items.filter(inPatch), patchPlaces);
  const others = sort(
    items.filter((item) => !inPatch(item)),
    serverPlaces,
  );
  return interleave(others, patched, (item) => placeIn(serverPlaces, item));
}

type Places = ReadonlyMap<Json | undefined, number>;

function placesOf(order: readonly Json[], mergeKey: string): Places {
  const places = new Map<Json | undefined, number>();
  order.forEach((item, i) => {
    const id = identity(item, mergeKey);
    if (!places.has(id)) places.set(id, i);
  });
  return places;
}

function interleave(
  others: readonly Json[],
  patched: readonly Json[],
  place: (item: Json) => number,
): Json[] {
  const all: Json[] = [];
  let next = 0;
  for (const item of patched) {
    const before = place(item);
    while (next < others.length && before >= 0) {
      const own = place(others[next]!);
      if (own < 0 || own >= before) break;
      all.push(others[next++]!);
    }
    all.push(item);
  }
  return [...all, ...others.slice(next)];
}
