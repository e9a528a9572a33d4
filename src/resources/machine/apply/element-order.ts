import { isJsonObject, type Json, type JsonObject } from "../../../api/json.ts";
import { atOnce, type Steps } from "../../../api/steps.ts";
import { compareKeyBytes } from "../../../json/key-order.ts";
import { parseJson } from "../../../json/parse.ts";
import { markStable } from "../../../json/stable-text.ts";
import { type FieldSet, fieldsV1, LEAF } from "./field-set.ts";

/** Sets whose elements are in order, at whatever depth. */
const ordered = new WeakSet<FieldSet>();

/**
 * The set with its elements in the order in which the reference writes them (Set.ToJSON of structured-merge-diff);
 * itself where it is in order already.
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

/** A set that is made in order. `below`: what is below an element; absent: nothing is below any of them. */
export const setInOrder = (elements: string[], below?: ReadonlyMap<string, FieldSet>): FieldSet =>
  atOnce(orderSteps(elements, below));

/** The same in steps: the members of a large object have more keys to write than one turn should take. */
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

/** Elements that are read or written in one step. */
const ELEMENTS_A_STEP = 10_000;

/** Elements whose order is that of their text: with one key at most, which is a text without escapes. */
const PLAIN = /^(?:\.|f:[\w./:-]*|k:\{"\w+":"[\w./:-]*"\}|v:"[\w./:-]*")$/;

/** Sorts the array. */
const sortedElements = (elements: string[]): string[] => atOnce(sortedSteps(elements));

/** Reading keys for each comparison would cost more than all the rest: each is read once, before. */
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

/** Keys and values of items are compared by what they say. */
const isRead = (element: string): boolean => element.startsWith("k:") || element.startsWith("v:");

/** The key or value that an element names. */
const readElement = (element: string): Json => parseJson(element.slice(2));

/** A set that many objects share: its text is made once. */
export function sharedInOrder(set: FieldSet): FieldSet {
  const result = inElementOrder(set);
  markStable(fieldsV1(result));
  return result;
}

/** The path itself, then fields, keys of items, values of items, positions (PathElement.Less of structured-merge-diff). */
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

/** Numbers, then texts, then booleans, then null (value.Compare of structured-merge-diff). */
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
