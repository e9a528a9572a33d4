import { duplicate, type FieldError, invalid, MAX_ERRORS } from "../api/validation/field-error.ts";
import { entryBelow, FieldPath, fieldBelow } from "../api/validation/field-path.ts";
import { identityOf } from "../json/identity.ts";
import { getKey, setKey } from "../json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import type { Structure } from "./structure.ts";

/**
 * Finds elements of lists of type set, and keys of lists of type map, that occur twice. Each is reported at
 * its second place.
 */
export function findDuplicates(value: Json | undefined, structure: Structure): FieldError[] {
  const errors: FieldError[] = [];
  visit(value, structure, undefined, errors);
  return errors;
}

type Path = FieldPath | undefined;

function visit(value: Json | undefined, structure: Structure, path: Path, errors: FieldError[]): void {
  if (!structure.has.uniqueLists || typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) visitList(value, structure, path ?? new FieldPath(""), errors);
  else visitFields(value, structure, path, errors);
}

function visitFields(
  object: JsonObject,
  { properties, additional }: Structure,
  path: Path,
  errors: FieldError[],
): void {
  if (additional?.structure?.has.uniqueLists) {
    for (const key of Object.keys(object))
      visit(object[key], additional.structure, entryBelow(path, key), errors);
  }
  if (properties === undefined) return;
  for (const key in object) {
    const property = properties.get(key);
    if (property?.has.uniqueLists) visit(object[key], property, fieldBelow(path, key), errors);
  }
}

function visitList(list: readonly Json[], structure: Structure, path: FieldPath, errors: FieldError[]): void {
  if (structure.listType === "set") repeated(list, path, errors);
  else if (structure.listType === "map") repeatedKeys(list, structure.listMapKeys, path, errors);
  const { items } = structure;
  if (items?.has.uniqueLists)
    for (const [i, item] of list.entries()) visit(item, items, path.index(i), errors);
}

function repeatedKeys(
  list: readonly Json[],
  keys: readonly string[],
  path: FieldPath,
  errors: FieldError[],
): void {
  const wrong = list.findIndex((item) => item !== null && !isJsonObject(item));
  if (wrong >= 0) {
    const detail = "must be an object for an array of list-type map";
    errors.push(invalid(path.index(wrong).toString(), list[wrong], detail));
  } else if (list.length > 1 && !differ(list, keys)) {
    const identities = list.map((item) => keyOf(item, keys));
    repeated(identities, path, errors);
  }
}

/**
 * Quick check for the usual case: true if no two elements have the same keys. It does not find which elements
 * are equal.
 */
function differ(list: readonly Json[], keys: readonly string[]): boolean {
  const seen = new Set<string>();
  for (const item of list) {
    let token = "";
    for (const key of keys) {
      const value = isJsonObject(item) ? getKey(item, key) : undefined;
      if (typeof value === "object") return false;
      token += `${typeof value}:${value}\0`;
    }
    seen.add(token);
  }
  return seen.size === list.length;
}

/** Returns the key fields that an element has, in the order in which errors print them. */
function keyOf(item: Json, keys: readonly string[]): JsonObject {
  const key: JsonObject = {};
  if (!isJsonObject(item)) return key;
  for (const name of [...keys].sort()) {
    const value = getKey(item, name);
    if (value !== undefined) setKey(key, name, value);
  }
  return key;
}

function repeated(identities: readonly Json[], path: FieldPath, errors: FieldError[]): void {
  const seen = new Map<Json, number>();
  for (const [i, identity] of identities.entries()) {
    const token = identityOf(identity);
    const times = seen.get(token) ?? 0;
    seen.set(token, times + 1);
    if (times === 1 && errors.length < MAX_ERRORS) errors.push(duplicate(path.index(i).toString(), identity));
  }
}
