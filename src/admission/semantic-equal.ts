import { isJsonObject, type Json } from "../api/json.ts";

/** Deep equality for which absent, null, `[]` and `{}` are the same. Values are compared as they are written. */
export function semanticEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b);
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => semanticEqual(item, b[i]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  for (const key of Object.keys(a)) {
    if (!semanticEqual(a[key], Object.hasOwn(b, key) ? b[key] : undefined)) return false;
  }
  for (const key of Object.keys(b)) {
    if (!Object.hasOwn(a, key) && !isEmpty(b[key])) return false;
  }
  return true;
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value !== "object") return false;
  if (Array.isArray(value)) return value.length === 0;
  for (const _ in value) return false;
  return true;
}
