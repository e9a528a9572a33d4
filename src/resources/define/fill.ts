import type { KubeObject } from "../../api/meta.ts";
import { getKey, setKey } from "../../json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";

/** Fills in the defaults of one kind, in place. */
export type ApplyDefaults = (object: KubeObject) => void;

/** Fills in the defaults of one part of an object, in place. */
export type Fill = (part: JsonObject) => void;

const NOTHING: readonly JsonObject[] = [];

/** Returns a member that is an object; undefined if it is absent or not an object. */
export function part(parent: JsonObject | undefined, name: string): JsonObject | undefined {
  const member = parent?.[name];
  return isJsonObject(member) ? member : undefined;
}

/**
 * Returns a member that is a list of objects; an empty list if it is absent. The decoder has already checked
 * the items.
 */
export function parts(parent: JsonObject | undefined, name: string): readonly JsonObject[] {
  const member = parent?.[name];
  return Array.isArray(member) ? (member as JsonObject[]) : NOTHING;
}

/** Applies `fill` to a member that is present. */
export function within(parent: JsonObject | undefined, name: string, fill: Fill): void {
  const member = part(parent, name);
  if (member !== undefined) fill(member);
}

/** Applies `fill` to every item of a list. */
export function each(parent: JsonObject | undefined, name: string, fill: Fill): void {
  for (const item of parts(parent, name)) fill(item);
}

/** Sets a pointer field that is absent. */
export function unset(parent: JsonObject, name: string, value: Json): void {
  if (parent[name] === undefined || parent[name] === null) parent[name] = value;
}

/** Like `unset`, for a key that a client has chosen. */
export function unsetKey(map: JsonObject, key: string, value: Json): void {
  if ((getKey(map, key) ?? null) === null) setKey(map, key, value);
}

/** Sets a field that is absent or zero and is not a pointer. */
export function zero(parent: JsonObject, name: string, value: Json): void {
  const given = parent[name];
  if (given === undefined || given === null || given === "" || given === 0) parent[name] = value;
}

/** Returns a member, and creates it if it is absent. */
export function ensure(parent: JsonObject, name: string): JsonObject {
  const member = part(parent, name);
  if (member !== undefined) return member;
  const made: JsonObject = {};
  parent[name] = made;
  return made;
}

/** True for an absent map and for one without members. */
export const isEmptyMap = (map: JsonObject | undefined): boolean =>
  map === undefined || Object.keys(map).length === 0;
