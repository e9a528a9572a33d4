import { countingGlobal, global, type Library } from "../types/functions.ts";
import { mapGet, mapKey, mapKeys } from "../values/containers.ts";
import { isHashable, noHash } from "../values/go-type.ts";
import { CelError, CelMap, type MapKey, type MapValue, NO_OVERLOAD, type Value } from "../values/values.ts";
import type { Work } from "../values/work.ts";

/** Inserts into the map itself: it is the map in which a macro collects, and no other code has it yet. */
function insert(map: CelMap, ...entries: readonly (readonly [Value, Value])[]): Value {
  const made = map.entries as Map<MapKey, { key: Value; value: Value }>;
  for (const [key, value] of entries) {
    if (!isHashable(key)) throw noHash(key);
    const found = mapKey(key) ?? key!;
    if (made.has(found)) return new CelError(`insert failed: key ${String(found)} already exists`);
    made.set(found, { key, value });
  }
  return map;
}

const entriesOf = (map: MapValue, work: Work): [Value, Value][] =>
  mapKeys(map, work).map((key) => [key, mapGet(map, key) as Value]);

/** Functions for the macros with two variables; expressions cannot name them. */
export const TWO_VARIABLES: Library = {
  overloads: [
    global("map_insert_key_value", "cel.@mapInsert", "map(K, V), K, V -> map(K, V)", (map, key, value) =>
      map instanceof CelMap ? insert(map, [key, value]) : NO_OVERLOAD,
    ),
    countingGlobal(
      "map_insert_map",
      "cel.@mapInsert",
      "map(K, V), map(K, V) -> map(K, V)",
      (work, map, other) =>
        map instanceof CelMap ? insert(map, ...entriesOf(other as MapValue, work)) : NO_OVERLOAD,
    ),
  ],
};
