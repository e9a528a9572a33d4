import { stringSize } from "./code-points.ts";
import {
  adapt,
  CelBytes,
  CelDouble,
  CelMap,
  CelSchemaMap,
  CelUint,
  intValue,
  isInt,
  isList,
  isMap,
  type MapKey,
  type MapValue,
  type Value,
} from "./values.ts";
import type { Work } from "./work.ts";

/** Returns the key under which a map stores `key`; undefined if the value cannot be a key. */
export function mapKey(key: Value): MapKey | undefined {
  if (typeof key === "string" || typeof key === "boolean" || isInt(key)) return key;
  if (key instanceof CelUint) return intValue(key.value) ?? key.value;
  if (key instanceof CelDouble) return Number.isInteger(key.value) ? intValue(BigInt(key.value)) : key.value;
  return undefined;
}

/** Returns the value at a key; undefined if there is none. */
export function mapGet(map: MapValue, key: Value): Value | undefined {
  if (map instanceof CelMap) return map.entries.get(mapKey(key) ?? key!)?.value;
  if (map instanceof CelSchemaMap) return map.find(key);
  return typeof key === "string" && Object.hasOwn(map, key) ? adapt(map[key]!) : undefined;
}

/** Keys of a map in its order. Many keys count as work. */
export function mapKeys(map: MapValue, work: Work): readonly Value[] {
  const keys = keysIn(map, work);
  if (keys.length > MANY) work.spend(keys.length);
  return keys;
}

function keysIn(map: MapValue, work: Work): readonly Value[] {
  if (map instanceof CelMap) return [...map.entries.values()].map(({ key }) => key);
  return map instanceof CelSchemaMap ? map.keys(work) : keysOf(map, work);
}

/** Number of entries of a map. */
export function mapSize(map: MapValue, work: Work): number {
  if (map instanceof CelMap) return map.entries.size;
  return map instanceof CelSchemaMap ? map.size(work) : countKeys(map, work);
}

/** Counts the keys of an object of JSON, which has no stored size. */
function countKeys(map: object, work: Work): number {
  const { length } = keysOf(map, work);
  if (length > MANY) work.spend(length);
  return length;
}

/**
 * Returns the keys of an object. Creating a list of many keys takes twenty times as long as iterating over
 * it, and nested loops repeat it; therefore the last list is kept.
 */
function keysOf(map: object, work: Work): readonly string[] {
  if (work.keys?.map === map) return work.keys.keys;
  const keys = Object.keys(map);
  if (keys.length > MANY) work.keys = { map, keys };
  return keys;
}

/** Up to this number, keys are counted without counting work. */
const MANY = 32;

/** Returns the size of strings, bytes, lists and maps; undefined for all others. */
export function sizeOf(value: Value, work: Work): number | undefined {
  if (typeof value === "string") return stringSize(value);
  if (isList(value)) return value.length;
  if (value instanceof CelBytes) return value.bytes.length;
  if (isMap(value)) return mapSize(value, work);
  return undefined;
}
