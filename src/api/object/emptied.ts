import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import { createNote } from "./notes.ts";

/** `bytes`: an empty text. Protobuf distinguishes empty bytes from absent ones; it does not for lists and maps. */
type Empty = "list" | "map" | "bytes";

const emptied = createNote<Map<string, Empty>>((names) => new Map(names));

/** Records that a client sent an empty list, map or byte string here, which was then dropped like an absent one. */
export function noteEmptied(owner: object, name: string, empty: Empty): void {
  const names = emptied.get(owner);
  if (names === undefined) emptied.set(owner, new Map([[name, empty]]));
  else names.set(name, empty);
}

/**
 * True if the object, as it was decoded, had an empty list, map or byte string under this name. Go's defaults
 * distinguish it from an absent one.
 */
export const wasEmptied = (owner: object, name: string): boolean => emptied.get(owner)?.has(name) === true;

/** Returns the member, or the empty list or map that the client sent. Go's validation can refuse even an empty one. */
export function given(owner: object, name: string): Json | undefined {
  if (isJsonObject(owner) && owner[name] !== undefined) return owner[name];
  const empty = emptied.get(owner)?.get(name);
  return empty === undefined ? undefined : EMPTY[empty]();
}

const EMPTY: Readonly<Record<Empty, () => Json>> = { list: () => [], map: () => ({}), bytes: () => "" };

/** Names of members that were empty and have been dropped from the object. */
export const emptiedNames = (owner: object): Iterable<string> => emptied.get(owner)?.keys() ?? [];

/**
 * True if the value contains a place where an empty list or map was dropped and no value has been set since. Takes
 * time in proportion to the value.
 */
export function hasEmptied(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasEmptied);
  if (!isJsonObject(value)) return false;
  for (const [name, empty] of emptied.get(value) ?? [])
    if (empty !== "bytes" && (value[name] ?? null) === null) return true;
  return Object.values(value).some(hasEmptied);
}

/** True if the client sent empty bytes here and the member is still absent. */
export const hasEmptyBytes = (owner: JsonObject, name: string): boolean =>
  owner[name] === undefined && emptied.get(owner)?.get(name) === "bytes";

/** True if two equal values have empty bytes in the same places. */
export function sameEmptyBytes(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.every((item, i) => sameEmptyBytes(item, b[i]));
  if (!isJsonObject(a) || !isJsonObject(b)) return true;
  return (
    hasBytesOf(a, b) && hasBytesOf(b, a) && Object.keys(a).every((key) => sameEmptyBytes(a[key], b[key]))
  );
}

function hasBytesOf(a: JsonObject, b: JsonObject): boolean {
  for (const name of emptiedNames(b)) if (hasEmptyBytes(b, name) && !hasEmptyBytes(a, name)) return false;
  return true;
}

/**
 * Copies the notes of `from` to `to`, which is a copy of `from` without the members `except`. Notes about those
 * members are not copied.
 */
export function keepEmptied(from: object, to: object, except: readonly string[] = []): void {
  for (const [name, empty] of emptied.get(from) ?? [])
    if (!except.includes(name)) noteEmptied(to, name, empty);
}
