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

/** The key under which a map holds `key`; undefined for what cannot be a key. */
export function mapKey(key: Value): MapKey | undefined {
  if (typeof key === "string" || typeof key === "boolean" || isInt(key)) return key;
  if (key instanceof CelUint) return intValue(key.value) ?? key.value;
  if (key instanceof CelDouble) return Number.isInteger(key.value) ? intValue(BigInt(key.value)) : key.value;
  return undefined;
}

/** The value at a key; undefined when there is none. */
export function mapGet(map: MapValue, key: Value): Value | undefined {
  if (map instanceof CelMap) {
    return map.entries.get(mapKey(key) ?? key!)?.value;
  }
  if (map instanceof CelSchemaMap) return map.find(key);
  return typeof key === "string" && Object.hasOwn(map, key) ? adapt(map[key]!) : undefined;
}

export function mapKeys(map: MapValue): readonly Value[] {
  const keys = keysIn(map);
  if (keys.length > MANY) spend(keys.length);
  return keys;
}

function keysIn(map: MapValue): readonly Value[] {
  if (map instanceof CelMap) return [...map.entries.values()].map(({ key }) => key);
  return map instanceof CelSchemaMap ? map.keys() : keysOf(map);
}

export function mapSize(map: MapValue): number {
  if (map instanceof CelMap) return map.entries.size;
  return map instanceof CelSchemaMap ? map.size : countKeys(map);
}

/** An object of JSON does not know how many keys it has. */
function countKeys(map: object): number {
  const { length } = keysOf(map);
  if (length > MANY) spend(length);
  return length;
}

let last: { map: object; work: number; keys: readonly string[] } | undefined;

/** Making a list of many keys takes twenty times as long as walking over it, and loops within loops do it again and again. */
function keysOf(map: object): readonly string[] {
  const work = currentWork();
  if (last?.map === map && last.work === work) return last.keys;
  const keys = Object.keys(map);
  if (keys.length > MANY && work >= 0) last = { map, work, keys };
  return keys;
}

/** Counting so many keys is no work to speak of. */
const MANY = 32;

/** The size of strings, bytes, lists and maps; undefined for all others. */
export function sizeOf(value: Value): number | undefined {
  if (typeof value === "string") return stringSize(value);
  if (isList(value)) return value.length;
  if (value instanceof CelBytes) return value.bytes.length;
  if (isMap(value)) return mapSize(value);
  return undefined;
}
