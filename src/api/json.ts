/**
 * JSON as it lies in memory. Integers beyond 2^53 are `bigint`, everything else is what `JSON.parse` gives.
 * Objects are plain; `__proto__` and `constructor` are ordinary keys: read keys that a client chose with
 * `Object.hasOwn`, write them with `setKey` of `json/object.ts`.
 */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;

export interface JsonObject {
  [key: string]: Json | undefined;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value where it is an object; else one without members. */
export function record(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/**
 * Members of a part of an object that was validated before it was stored, as its kind has them; none when the part is
 * missing.
 */
export function membersOf<T extends object>(value: unknown): Partial<T> {
  return record(value) as Partial<T>;
}
