/**
 * JSON as it lies in memory. Integers beyond 2^53 are `bigint`, everything else is what `JSON.parse` gives.
 * Objects are plain; `__proto__` and `constructor` are ordinary keys: read keys that a client chose with
 * `Object.hasOwn`, write them with `setKey` of `json/object.ts`.
 */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;

/** An object of JSON. A member that is undefined is not there. */
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

/** The value where it is a text; else the empty one. */
export const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** The texts of a list without its other items; none when it is no list. */
export const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

/** The items of a list of texts as Go decodes them: null is the empty text; none when it is no list. */
export const goTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map(text) : []);

/** The objects of a list; none when it is no list. */
export const records = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

/** The items of a list of structs as Go decodes them: null is one without members; none when it is no list. */
export const goRecords = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.map(record) : []);
