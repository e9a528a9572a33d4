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
import { currentWork, spend } from "./work.ts";

/** Returns the key under which a map stores `key`; undefined if the value cannot be a key. */
export function mapKey(key: Value): MapKey | undefined {
  if (typeof key === "string" || typeof key === "boolean" || isInt(key)) return key;
  if (key instanceof CelUint) return intValue(key.value) ?? key.value;
  if (key instanceof CelDouble) return Number.isInteger(key.value) ? intValue(BigInt(key.value)) : key.value;
  return undefined;
}

/** Returns the value at a key; undefined if there is none. */
export function mapGet(map: MapValue, key: Value): Value | undefined {
  if (map instanceof CelMap) {
    return map.entries.get(mapKey(key) ?? key!)?.value;
  }
  if (map instanceof CelSchemaMap) return map.find(key);
  return typeof key === "string" && Object.hasOwn(map, key) ? adapt(map[key]!) : undefined;
}

/** Keys of a map in its order. Many keys count as work. */
export function mapKeys(map: MapValue): readonly Value[] {
  const keys = keysIn(map);
  if (keys.length > MANY) spend(keys.length);
  return keys;
}

function keysIn(map: MapValue): readonly Value[] {
  if (map instanceof CelMap) return [...map.entries.values()].map(({ key }) => key);
  return map instanceof CelSchemaMap ? map.keys() : keysOf(map);
}

/** Number of entries of a map. */
export function mapSize(map: MapValue): number {
  if (map instanceof CelMap) return map.entries.size;
  return map instanceof CelSchemaMap ? map.size : countKeys(map);
}

/** Counts the keys of an object of JSON, which has no stored size. */
function countKeys(map: object): number {
  const { length } = keysOf(map);
  if (length > MANY) spend(length);
  return length;
}

let last: { map: object; work: number; keys: readonly string[] } | undefined;

/**
 * Returns the keys of an object. Creating a list of many keys takes twenty times as long as iterating over
 * it, and nested loops repeat it; therefore the last list is kept.
 */
function keysOf(map: object): readonly string[] {
  const work = currentWork();
  if (last?.map === map && last.work === work) return last.keys;
  const keys = Object.keys(map);
  if (keys.length > MANY && work >= 0) last = { map, work, keys };
  return keys;
}

/** Up to this number, keys are counted without counting work. */
const MANY = 32;

/** Returns the size of strings, bytes, lists and maps; undefined for all others. */
export function sizeOf(value: Value): number | undefined {
  if (typeof value === "string") return stringSize(value);
  if (isList(value)) return value.length;
  if (value instanceof CelBytes) return value.bytes.length;
  if (isMap(value)) return mapSize(value);
  return undefined;
}
