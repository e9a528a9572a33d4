import { isJsonObject } from "./value.ts";

/**
 * True if the reference treats two values as equal: absent, null and empty lists are equal, and the order of members
 * does not matter. An empty object differs from an absent one: `podSelector: {}` selects everything.
 */
export const deepEqual = (a: unknown, b: unknown): boolean => equalBut(isNothing, a, b);

/** `deepEqual` that also treats an empty object as absent. Values are compared as they are written. */
export const semanticEqual = (a: unknown, b: unknown): boolean => equalBut(isEmpty, a, b);

type IsAbsent = (value: unknown) => boolean;

function equalBut(isAbsent: IsAbsent, a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isAbsent(a) || isAbsent(b)) return isAbsent(a) && isAbsent(b);
  if (Array.isArray(a)) return Array.isArray(b) && equalLists(isAbsent, a, b);
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  for (const key of Object.keys(a))
    if (!equalBut(isAbsent, a[key], Object.hasOwn(b, key) ? b[key] : undefined)) return false;
  for (const key of Object.keys(b)) if (!Object.hasOwn(a, key) && !isAbsent(b[key])) return false;
  return true;
}

function equalLists(isAbsent: IsAbsent, a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!equalBut(isAbsent, a[i], b[i])) return false;
  return true;
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value !== "object") return false;
  if (Array.isArray(value)) return value.length === 0;
  for (const _ in value) return false;
  return true;
}
