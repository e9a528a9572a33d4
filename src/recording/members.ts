import { isJsonObject, type Json, type JsonObject, record, texts } from "../json/value.ts";

/** Readers of members in untrusted input. A member of the wrong type is treated as missing. */

/** The object; null for other values. */
export const objectOrNull = (value: Json | undefined): JsonObject | null =>
  isJsonObject(value) ? value : null;

/** The number; null for other values. */
export const numberOrNull = (value: Json | undefined): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

/** The array; empty for other values. */
export const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

/** Returns the members that are texts; all others are left out. */
export function textMembers(value: Json | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record(value)).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** Returns the members as lists of texts. */
export function textListMembers(value: Json | undefined): Record<string, string[]> {
  return Object.fromEntries(Object.entries(record(value)).map(([key, list]) => [key, texts(list)]));
}

/** Returns the value if it is one of these, else `fallback`. */
export function oneOf<T extends string>(value: Json | undefined, known: readonly T[], fallback: T): T {
  return known.find((one) => one === value) ?? fallback;
}
