import { clone, setKey } from "../json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import type { Structure } from "./structure.ts";

/**
 * Fills in the defaults of a schema, in place: for absent fields, and for null where null is not allowed.
 * Defaults of parents come first, so that the fields inside a default object get their defaults too.
 */
export function applyDefaults(value: Json | undefined, structure: Structure | undefined): void {
  if (structure === undefined || !structure.has.defaults) return;
  if (Array.isArray(value)) defaultItems(value, structure.items);
  else if (isJsonObject(value)) defaultFields(value, structure);
}

function defaultFields(object: JsonObject, { defaults, properties, additional }: Structure): void {
  for (const [name, value, nullable] of defaults) {
    const absent = !Object.hasOwn(object, name) || object[name] === undefined;
    if (absent || (object[name] === null && !nullable)) setKey(object, name, clone(value));
  }
  for (const key in object) {
    const property = properties?.get(key);
    if (property !== undefined) applyDefaults(object[key], property);
    else if (additional?.structure !== undefined) defaultEntry(object, key, additional.structure);
  }
}

function defaultEntry(object: JsonObject, key: string, structure: Structure): void {
  if (replacesNull(object[key], structure)) setKey(object, key, clone(structure.default));
  applyDefaults(object[key], structure);
}

function defaultItems(list: Json[], items: Structure | undefined): void {
  if (items === undefined) return;
  for (let i = 0; i < list.length; i++) {
    if (replacesNull(list[i], items)) list[i] = clone(items.default ?? null);
    applyDefaults(list[i], items);
  }
}

const replacesNull = (value: Json | undefined, { nullable, default: fallback }: Structure): boolean =>
  value === null && !nullable && fallback !== undefined;
