import { isJsonObject, type Json, type JsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import { getKey, setKey } from "../../json/object.ts";

/** Fills in the defaults of one kind, in place. */
export type ApplyDefaults = (object: KubeObject) => void;

/** Fills in the defaults of one part of an object, in place. */
export type Fill = (part: JsonObject) => void;

const NOTHING: readonly JsonObject[] = [];

/** A member that is an object. */
export function part(parent: JsonObject | undefined, name: string): JsonObject | undefined {
  const member = parent?.[name];
  return isJsonObject(member) ? member : undefined;
}

/** A member that is a list of objects; empty when it is absent. Decoding has made sure of the items. */
export function parts(parent: JsonObject | undefined, name: string): readonly JsonObject[] {
  const member = parent?.[name];
  return Array.isArray(member) ? (member as JsonObject[]) : NOTHING;
}

/** Applies to a member when it is there. */
export function within(parent: JsonObject | undefined, name: string, fill: Fill): void {
  const member = part(parent, name);
  if (member !== undefined) fill(member);
}

/** Applies to every item of a list. */
export function each(parent: JsonObject | undefined, name: string, fill: Fill): void {
  for (const item of parts(parent, name)) fill(item);
}

/** Sets a pointer that is absent. */
export function unset(parent: JsonObject, name: string, value: Json): void {
  if (parent[name] === undefined || parent[name] === null) parent[name] = value;
}

/** As `unset`, under a key that a client has chosen. */
export function unsetKey(map: JsonObject, key: string, value: Json): void {
  if ((getKey(map, key) ?? null) === null) setKey(map, key, value);
}

/** Sets a plain value that is absent or zero. */
export function zero(parent: JsonObject, name: string, value: Json): void {
  const given = parent[name];
  if (given === undefined || given === null || given === "" || given === 0) parent[name] = value;
}

/** The member, made when it is absent. */
export function ensure(parent: JsonObject, name: string): JsonObject {
  const member = part(parent, name);
  if (member !== undefined) return member;
  const made: JsonObject = {};
  parent[name] = made;
  return made;
}

export const isEmptyMap = (map: JsonObject | undefined): boolean =>
  map === undefined || Object.keys(map).length === 0;
