import { isJsonObject, type Json, type JsonObject } from "../../../api/json.ts";

/**
 * Whether two values mean the same to the reference: absent, null and empty lists are one, as are equal members in
 * another order. An empty object is not nothing: `podSelector: {}` selects everything.
 */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b);
  if (Array.isArray(a)) return Array.isArray(b) && equalLists(a, b);
  return isJsonObject(a) && isJsonObject(b) && equalObjects(a, b);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function equalLists(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, i) => deepEqual(item, b[i]));
}

function equalObjects(a: JsonObject, b: JsonObject): boolean {
  for (const key of Object.keys(a)) if (!deepEqual(a[key], own(b, key))) return false;
  for (const key of Object.keys(b)) if (!Object.hasOwn(a, key) && !isEmpty(b[key])) return false;
  return true;
}

const own = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;
