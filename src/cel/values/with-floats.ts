import { areFloatsNoted, floatsIn } from "../../api/object/whole-floats.ts";
import { setKey, shallowCopy } from "../../json/object.ts";
import type { Json, JsonObject } from "../../json/value.ts";
import { CelDouble } from "./values.ts";

/**
 * The value as expressions see it: numbers that were written as floats, such as `3.0`, are doubles, which JSON does not have.
 * The value itself where there are none. Lists and maps without such numbers are shared.
 */
export const withFloats = <T extends Json>(value: T): T => (areFloatsNoted() ? (shown(value) as T) : value);

function shown(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  const floats = floatsIn(value);
  const member = (given: Json, key: string | number): Json =>
    floats?.has(key) === true ? asJson(new CelDouble(Number(given))) : shown(given);
  return Array.isArray(value) ? shownList(value, member) : shownObject(value, member);
}

type Show = (given: Json, key: string | number) => Json;

function shownList(list: Json[], show: Show): Json[] {
  const items = list.map(show);
  return items.every((item, i) => item === list[i]) ? list : items;
}

function shownObject(object: JsonObject, show: Show): JsonObject {
  let copy = object;
  for (const key in object) {
    const given = object[key] ?? null;
    const member = show(given, key);
    if (member === given) continue;
    if (copy === object) copy = shallowCopy(object);
    setKey(copy, key, member);
  }
  return copy;
}

const asJson = (double: unknown): Json => double as Json;

/** The number in a double, and every other value as it is. */
export const numberOr = (value: unknown): Json =>
  value instanceof CelDouble ? value.value : (value as Json);
