import type { Json, JsonObject } from "../../api/json.ts";
import { CelDouble } from "../../cel/values.ts";
import { setKey } from "../../json/object.ts";

type IsFloat = (container: object, key: string | number) => boolean;

/** Returns a copy in which numbers that were written as floats are doubles; JSON has no type for them. */
export function withFloats(value: Json, isFloat: IsFloat): Json {
  if (typeof value !== "object" || value === null) return value;
  const shown = (member: Json, key: string | number): Json =>
    isFloat(value, key) ? asJson(new CelDouble(Number(member))) : withFloats(member, isFloat);
  if (Array.isArray(value)) return value.map(shown);
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) setKey(copy, key, shown(value[key] ?? null, key));
  return copy;
}

const asJson = (double: unknown): Json => double as Json;

/** Returns the number in a double, and any other value unchanged. */
export const numberOr = (value: unknown): Json =>
  value instanceof CelDouble ? value.value : (value as Json);
