import { isJsonObject, type Json, type JsonObject } from "../api/json.ts";
import { createNote } from "./notes.ts";

/** `bytes`: an empty text. Protobuf keeps that apart from none, which it does not for lists and maps. */
type Empty = "list" | "map" | "bytes";

const emptied = createNote<Map<string, Empty>>((names) => new Map(names));

/** Notes that an empty list, map or text of bytes was given here, and has been dropped like an absent one. */
export function noteEmptied(owner: object, name: string, empty: Empty): void {
  const names = emptied.get(owner);
  if (names === undefined) emptied.set(owner, new Map([[name, empty]]));
  else names.set(name, empty);
}

/** Whether the object, as it was decoded, had something empty there: Go's defaults tell that from nothing. */
export const wasEmptied = (owner: object, name: string): boolean => emptied.get(owner)?.has(name) === true;

/** The member, or the empty list or map that a client sent there. Go's validation can refuse even that. */
export function given(owner: object, name: string): Json | undefined {
  if (isJsonObject(owner) && owner[name] !== undefined) return owner[name];
  const empty = emptied.get(owner)?.get(name);
  return empty === undefined ? undefined : EMPTY[empty]();
}

const EMPTY: Readonly<Record<Empty, () => Json>> = { list: () => [], map: () => ({}), bytes: () => "" };

/** The names of what was empty and has been dropped from the object. */
export const emptiedNames = (owner: object): Iterable<string> => emptied.get(owner)?.keys() ?? [];

/** Whether there is a place in the value where a list or map was emptied, and that nothing has filled since. Takes time in proportion to the value. */
export function hasEmptied(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasEmptied);
  if (!isJsonObject(value)) return false;
  for (const [name, empty] of emptied.get(value) ?? [])
    if (empty !== "bytes" && (value[name] ?? null) === null) return true;
  return Object.values(value).some(hasEmptied);
}

/** Whether empty bytes were given here, and nothing has come in their place. */
export const hasEmptyBytes = (owner: JsonObject, name: string): boolean =>
  owner[name] === undefined && emptied.get(owner)?.get(name) === "bytes";

/** Whether two values that are equal have empty bytes in the same places. */
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

/** Gives `to`, a copy of `from` without the members `except`, the same notes about its other members. */
export function keepEmptied(from: object, to: object, except: readonly string[] = []): void {
  for (const [name, empty] of emptied.get(from) ?? [])
    if (!except.includes(name)) noteEmptied(to, name, empty);
}
