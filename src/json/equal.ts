import { isJsonObject, type JsonObject } from "./value.ts";

/**
 * Returns true if two values of JSON are deeply equal. The order of keys does not matter, and a member that is undefined
 * counts as absent.
 */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return sameNumber(a, b);
  if (Array.isArray(a)) return Array.isArray(b) && equalArrays(a, b);
  return isJsonObject(a) && isJsonObject(b) && equalObjects(a, b);
}

/** An integer may be a bigint on one side only when it was computed rather than parsed. */
function sameNumber(a: unknown, b: unknown): boolean {
  if (typeof a === "bigint") return typeof b === "number" && Number.isInteger(b) && BigInt(b) === a;
  return typeof b === "bigint" && sameNumber(b, a);
}

function equalArrays(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!equal(a[i], b[i])) return false;
  return true;
}

function equalObjects(a: JsonObject, b: JsonObject): boolean {
  let surplus = 0;
  for (const key in a) {
    if (a[key] === undefined) continue;
    surplus++;
    if (!Object.hasOwn(b, key) || !equal(a[key], b[key])) return false;
  }
  for (const key in b) if (b[key] !== undefined) surplus--;
  return surplus === 0;
}
