import { RawScalar, scalarText } from "../json/raw-scalar.ts";
import type { Json, JsonObject } from "../json/value.ts";

/**
 * The equality of `test` operations: scalars are compared by their JSON text, objects in any order of keys. A list
 * that contains null is not equal to any list, because the reference stops comparing at null.
 */
export function sameText(a: Json, b: Json): boolean {
  if (isScalar(a) || isScalar(b)) return isScalar(a) && isScalar(b) && scalarText(a) === scalarText(b);
  if (Array.isArray(a)) return Array.isArray(b) && sameLists(a, b);
  return !Array.isArray(b) && sameObjects(a, b);
}

const isScalar = (value: Json): value is Exclude<Json, Json[] | JsonObject> =>
  typeof value !== "object" || value === null || value instanceof RawScalar;

function sameLists(a: readonly Json[], b: readonly Json[]): boolean {
  return a.length === b.length && a.every((item, i) => item !== null && sameText(item, b[i]!));
}

function sameObjects(a: JsonObject, b: JsonObject): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameText(a[key]!, b[key]!));
}
