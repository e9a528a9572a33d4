import { compareQuantities, parseQuantity } from "../api/quantity/quantity.ts";
import { deepEqual } from "../json/semantic-equal.ts";
import { stringify } from "../json/stringify.ts";
import { isJsonObject, type Json } from "../json/value.ts";
import { builtinShape } from "./notation/shapes.ts";
import type { Field, ListShape, MapShape, ObjectShape, Shape } from "./shape.ts";

/**
 * True if two decoded values of a built-in type have the same meaning
 * (apimachinery/pkg/api/equality/semantic.go): quantities are compared by their amounts, and an empty value
 * equals an absent one, except for pointers.
 */
export const sameMeaning = (type: string, a: unknown, b: unknown): boolean =>
  sameAsShaped(builtinShape(type), a ?? {}, b ?? {});

/** The same for two values of a shape. */
export const sameAsShaped = (shape: Shape, a: unknown, b: unknown): boolean => a === b || sameIn(shape, a, b);

/** The same for a member of two objects of the type. */
export function sameMember(type: string, name: string, a: unknown, b: unknown): boolean {
  return sameAt(builtinShape(type).fields.get(name), a, b);
}

function sameIn(shape: Shape, a: unknown, b: unknown): boolean {
  switch (shape.kind) {
    case "object":
      return isJsonObject(a) && isJsonObject(b) ? sameObjects(shape, a, b) : a === b;
    case "map":
      return isJsonObject(a) && isJsonObject(b) ? sameMaps(shape, a, b) : a === b;
    case "list":
      return Array.isArray(a) && Array.isArray(b) ? sameLists(shape, a, b) : a === b;
    case "scalar":
      return a === b || (shape.scalar === "quantity" ? sameAmounts(a, b) : deepEqual(a, b));
    case "any":
      return sameTexts(a, b);
  }
}

/** Compares parts of any type. The reference stores their text, in which the order of members matters. */
const sameTexts = (a: unknown, b: unknown): boolean =>
  deepEqual(a, b) && stringify(a as Json) === stringify(b as Json);

type Members = Readonly<Record<string, unknown>>;

function sameObjects({ fields }: ObjectShape, a: Members, b: Members): boolean {
  for (const name in a) if (!sameAt(fields.get(name), a[name], b[name])) return false;
  for (const name in b)
    if (!Object.hasOwn(a, name) && !sameAt(fields.get(name), undefined, b[name])) return false;
  return true;
}

/** Compares a member of an object. Members that the type does not have are not compared. */
function sameAt(field: Field | undefined, a: unknown, b: unknown): boolean {
  if (a === b || field === undefined) return true;
  if (isAbsent(a)) return isAbsent(b) || isZero(field, b);
  return isAbsent(b) ? isZero(field, a) : sameIn(field.shape, a, b);
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** True for the value that Go has for an absent field. */
function isZero({ shape, pointer }: Field, value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (shape.kind === "map") return isJsonObject(value) && Object.keys(value).length === 0;
  if (pointer) return false;
  if (shape.kind === "object") return isJsonObject(value) && sameObjects(shape, value, {});
  if (shape.kind === "scalar" && shape.scalar === "quantity") return sameAmounts(value, "0");
  return value === "" || value === 0 || value === false;
}

function sameMaps({ value }: MapShape, a: Members, b: Members): boolean {
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameIn(value, a[name], b[name]))
  );
}

const sameLists = ({ item }: ListShape, a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((value, i) => sameIn(item, value, b[i]));

const sameAmounts = (a: unknown, b: unknown): boolean =>
  typeof a === "string" &&
  typeof b === "string" &&
  compareQuantities(parseQuantity(a), parseQuantity(b)) === 0;
