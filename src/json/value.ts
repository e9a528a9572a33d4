/**
 * JSON in memory. Integers beyond 2^53 are `bigint`; all other values are those of `JSON.parse`. Objects are plain;
 * `__proto__` and `constructor` are ordinary keys: read keys that a client chose with `Object.hasOwn`, write them
 * with `setKey` of `json/object.ts`.
 */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;

/** A JSON object. A member that is undefined counts as absent. */
export interface JsonObject {
  [key: string]: Json | undefined;
}

/** True for objects, not for arrays and null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is an object, otherwise an object without members. */
export const record = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/**
 * Members of a part of an object that was validated before it was stored, with the types of its kind. There are none
 * if the part is missing.
 */
export const membersOf = <T extends object>(value: unknown): Partial<T> => record(value) as Partial<T>;

/** The value if it is a string, otherwise the empty string. */
export const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** The strings of a list, without its other items. Empty if the value is no list. */
export const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

/** Items of a list of strings as Go decodes them: null is the empty string. Empty if the value is no list. */
export const goTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map(text) : []);

/** The objects of a list, without its other items. Empty if the value is no list. */
export const records = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];
