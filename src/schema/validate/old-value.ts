import { oncePerObject } from "../../async/once.ts";
import { equal } from "../../json/equal.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import type { Structure } from "../structure.ts";

/** Returns the old value of a field; undefined if the field was absent. */
export function oldField(old: Json | undefined, key: string): Json | undefined {
  return isJsonObject(old) && Object.hasOwn(old, key) ? old[key] : undefined;
}

/**
 * Returns the old element with the same keys, in a list of type map; in other lists, elements have no old
 * element.
 */
export function oldItem(
  old: Json | undefined,
  item: Json | undefined,
  { listType, listMapKeys }: ListKeys,
): Json | undefined {
  if (listType !== "map" || !Array.isArray(old) || !isJsonObject(item)) return undefined;
  const token = tokenOf(item, listMapKeys);
  return token === undefined ? undefined : indexOf(old, listMapKeys).get(token);
}

type ListKeys = Pick<Structure, "listType" | "listMapKeys">;
type Index = ReadonlyMap<string, JsonObject>;

/**
 * Indexes of old lists by key, because each element of a new list needs its old element. A stored list never
 * changes, so its index stays valid.
 */
const indexBy = oncePerObject((keys: readonly string[]) =>
  oncePerObject((list: readonly Json[]): Index => {
    const index = new Map<string, JsonObject>();
    for (const item of list) {
      if (!isJsonObject(item)) continue;
      const token = tokenOf(item, keys);
      if (token !== undefined && !index.has(token)) index.set(token, item);
    }
    return index;
  }),
);

const indexOf = (list: readonly Json[], keys: readonly string[]): Index => indexBy(keys)(list);

/**
 * Returns a text that only elements with the same keys share. Undefined if a key is a list or an object: such
 * a key equals no other.
 */
function tokenOf(item: JsonObject, keys: readonly string[]): string | undefined {
  let token = "";
  for (const key of keys) {
    const value = Object.hasOwn(item, key) ? item[key] : undefined;
    if (typeof value === "object" && value !== null) return undefined;
    const text = String(value);
    token += `${typeof value}${text.length}:${text}`;
  }
  return token;
}

/**
 * True if a value has not changed, by the rules of the reference: elements of lists of type map are compared
 * with the old elements that have the same keys, in any order. An object with a field that the schema does
 * not specify counts as changed.
 */
export function isUnchanged(
  value: Json | undefined,
  old: Json | undefined,
  structure: Structure | undefined,
): boolean {
  if (value === undefined || old === undefined || structure === undefined) return false;
  if (value === null || old === null) return value === old;
  if (Array.isArray(value)) return Array.isArray(old) && listUnchanged(value, old, structure);
  if (!isJsonObject(value)) return value === old;
  return isJsonObject(old) && fieldsUnchanged(value, old, structure);
}

function fieldsUnchanged(value: JsonObject, old: JsonObject, { properties, additional }: Structure): boolean {
  const keys = Object.keys(value);
  return (
    keys.length === Object.keys(old).length &&
    keys.every((key) =>
      isUnchanged(value[key], oldField(old, key), properties?.get(key) ?? additional?.structure),
    )
  );
}

function listUnchanged(value: Json[], old: Json[], structure: Structure): boolean {
  if (value.length !== old.length) return false;
  if (structure.listType !== "map") return equal(value, old);
  return value.every((item) => isUnchanged(item, oldItem(old, item, structure), structure.items));
}
