import type { Json, JsonObject } from "../api/json.ts";

/** Sets an own key, also when it is called `__proto__`. */
export function setKey(object: JsonObject, key: string, value: Json | undefined): void {
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

/** The own value under a key that a client may have chosen; never something inherited. */
export function getKey(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** A deep copy that shares nothing but immutable scalars. Depth is bounded by the parser. */
export function clone<T extends Json | undefined>(value: T): T {
  if (Array.isArray(value)) return value.map((item) => clone(item)) as T;
  if (typeof value !== "object" || value === null) return value;
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) setKey(copy, key, clone((value as JsonObject)[key]));
  return copy as T;
}
