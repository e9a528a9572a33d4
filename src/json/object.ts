import type { Json, JsonObject } from "./value.ts";

/** Sets an own property, even if the key is `__proto__`. */
export function setKey(object: JsonObject, key: string, value: Json | undefined): void {
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

/** Returns the own value under a key that a client may have chosen, never an inherited one. */
export function getKey(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/**
 * Returns a copy that shares the members, for a caller that adds others: in Node 20, each member that is added to
 * `{ ...object }` makes a new hidden class.
 */
export function shallowCopy<T extends JsonObject>(object: T): T;
export function shallowCopy(object: JsonObject): JsonObject {
  const copy: JsonObject = {};
  for (const key in object) setKey(copy, key, object[key]);
  return copy;
}

/** Returns a copy with the members in the order of their names. The members are shared. */
export function withSortedMembers<T extends object>(object: T): T;
export function withSortedMembers(object: object): object {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns a deep copy that shares only immutable scalars. The parser limits the depth, so recursion is safe. */
export function clone<T extends Json | undefined>(value: T): T;
export function clone(value: Json | undefined): Json | undefined {
  return typeof value === "object" && value !== null ? cloneContainer(value) : value;
}

const cloneContainer = (value: Json[] | JsonObject): Json =>
  Array.isArray(value) ? cloneList(value) : cloneObject(value);

function cloneObject(object: JsonObject): JsonObject {
  const copy: JsonObject = {};
  for (const key in object) {
    const member = object[key];
    if (key === "__proto__") setKey(copy, key, clone(member));
    else copy[key] = typeof member === "object" && member !== null ? cloneContainer(member) : member;
  }
  return copy;
}

function cloneList(list: readonly Json[]): Json[] {
  const copy = new Array<Json>(list.length);
  let i = 0;
  for (const item of list) copy[i++] = clone(item);
  return copy;
}
