import { compareKeyBytes } from "../../../../api/object/key-order.ts";
import { atOnce, type Steps } from "../../../../async/steps.ts";
import { parseJson } from "../../../../json/parse/parse.ts";
import { markStable } from "../../../../json/stable-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../json/value.ts";
import { type FieldSet, fieldsV1, LEAF } from "./field-set.ts";

/** Sets whose elements are ordered at all levels. */
const ordered = new WeakSet<FieldSet>();

/**
 * Returns the set with its elements in the order in which the reference writes them (Set.ToJSON of
 * structured-merge-diff); the same object if it is already ordered.
 */
export function inElementOrder(set: FieldSet): FieldSet {
  if (ordered.has(set)) return set;
  const result = arrange(set);
  ordered.add(result);
  return result;
}

function arrange(set: FieldSet): FieldSet {
  let inOrder = true;
  let previous: string | undefined;
  const changed = new Map<string, FieldSet>();
  for (const element in set) {
    if (previous !== undefined && compareElements(previous, element) > 0) inOrder = false;
    previous = element;
    const below = set[element]!;
    const arranged = inElementOrder(below);
    if (arranged !== below) changed.set(element, arranged);
  }
  if (inOrder && changed.size === 0) return set;
  const result: { [element: string]: FieldSet } = {};
  for (const element of sortedElements(Object.keys(set)))
    result[element] = changed.get(element) ?? set[element]!;
  return result;
}

/**
 * Builds an ordered set in steps, because a large object has more members than one step should handle. `below`: sets
 * below elements; if absent, nothing is below any element.
 */
export function* orderSteps(elements: string[], below?: ReadonlyMap<string, FieldSet>): Steps<FieldSet> {
  const set: { [element: string]: FieldSet } = {};
  let left = ELEMENTS_A_STEP;
  for (const element of yield* sortedSteps(elements)) {
    set[element] = below === undefined ? LEAF : inElementOrder(below.get(element) ?? LEAF);
    if (--left > 0) continue;
    left = ELEMENTS_A_STEP;
    yield;
  }
  ordered.add(set);
  return set;
}

/** Number of elements that are read or written in one step. */
const ELEMENTS_A_STEP = 10_000;

/**
 * Elements whose order is the order of their texts: those with at most one key, which is a text without
 * escapes.
 */
const PLAIN = /^(?:\.|f:[\w./:-]*|k:\{"\w+":"[\w./:-]*"\}|v:"[\w./:-]*")$/;

/** Sorts the array in place, and returns it. */
const sortedElements = (elements: string[]): string[] => atOnce(sortedSteps(elements));

/**
 * Sorts the elements in steps. Each key is parsed once before, because parsing it for each comparison would
 * dominate the time.
 */
function* sortedSteps(elements: string[]): Steps<string[]> {
  if (elements.every((element) => PLAIN.test(element))) return elements.sort();
  const known = new Map<string, Json>();
  for (const element of elements) {
    if (isRead(element)) known.set(element, readElement(element));
    if (known.size % ELEMENTS_A_STEP === ELEMENTS_A_STEP - 1) yield;
  }
  yield;
  return elements.sort((a, b) => compareElements(a, b, (element) => known.get(element) ?? null));
}

/** True for keys and values of items, which are compared by their parsed content. */
const isRead = (element: string): boolean => element.startsWith("k:") || element.startsWith("v:");

/** Parses the key or value in an element. */
const readElement = (element: string): Json => parseJson(element.slice(2));

/** Orders a set that many objects share, and lets its text be built only once. */
export function sharedInOrder(set: FieldSet): FieldSet {
  const result = inElementOrder(set);
  markStable(fieldsV1(result));
  return result;
}

/**
 * Compares elements: first the path itself, then fields, keys of items, values of items, positions
 * (PathElement.Less of structured-merge-diff).
 */
function compareElements(a: string, b: string, read = readElement): number {
  const kind = CLASSES.indexOf(a.charAt(0)) - CLASSES.indexOf(b.charAt(0));
  if (kind !== 0) return kind;
  const first = a.charAt(0);
  if ((first === "k" || first === "v") && PLAIN.test(a) && PLAIN.test(b)) return compareKeyBytes(a, b);
  switch (first) {
    case "k":
      return compareKeys(read(a), read(b));
    case "v":
      return compareScalars(read(a), read(b));
    case "i":
      return Number(a.slice(2)) - Number(b.slice(2));
    default:
      return compareKeyBytes(a, b);
  }
}

const CLASSES = ".fkvi";

function compareKeys(a: Json, b: Json): number {
  if (!isJsonObject(a) || !isJsonObject(b)) return 0;
  const names = namesOf(a);
  const others = namesOf(b);
  for (let at = 0; at < Math.min(names.length, others.length); at++) {
    const [name = "", other = ""] = [names[at], others[at]];
    const result = compareKeyBytes(name, other) || compareScalars(a[name] ?? null, b[other] ?? null);
    if (result !== 0) return result;
  }
  return names.length - others.length;
}

const namesOf = (key: JsonObject): string[] => Object.keys(key).sort(compareKeyBytes);

/** Compares scalars: numbers before texts, booleans and null (value.Compare of structured-merge-diff). */
function compareScalars(a: Json, b: Json): number {
  const kind = classOf(a) - classOf(b);
  if (kind !== 0) return kind;
  if (typeof a === "string" && typeof b === "string") return compareKeyBytes(a, b);
  return Number(a) - Number(b);
}

function classOf(value: Json): number {
  if (typeof value === "number" || typeof value === "bigint") return 0;
  if (typeof value === "string") return 1;
  return typeof value === "boolean" ? 2 : 3;
}
