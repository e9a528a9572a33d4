import { hasEmptied } from "../../../../api/object/emptied.ts";
import type { Steps } from "../../../../async/steps.ts";
import { equal } from "../../../../json/equal.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../json/value.ts";
import { EMPTY_SET, type FieldSet, LEAF } from "./field-set.ts";
import { knownItemKey } from "./item-keys.ts";
import { type ListMergeType, type MapMergeType, type MergeType, OPEN } from "./merge-type.ts";
import { valueKey } from "./path-element.ts";
import { isScalar, pathOf, type SetPath } from "./whole-fields.ts";

/** Differences between two objects of one type. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

interface Delta {
  added?: FieldSet;
  modified?: FieldSet;
  removed?: FieldSet;
}

type MutableSet = { [element: string]: FieldSet };

/**
 * Returns the fields in which two objects differ, by the rules of structured-merge-diff. Throws
 * UnkeyedItemError.
 */
export function compareObjects(type: MergeType, before: JsonObject, after: JsonObject): Comparison {
  const { added = EMPTY_SET, modified = EMPTY_SET, removed = EMPTY_SET } = compare(type, before, after) ?? {};
  return { added, modified, removed };
}

/** Returns the differences between two values; parts without a difference are absent. */
export const compareValues = (type: MergeType, before: Json, after: Json): Partial<Comparison> =>
  compare(type, before, after) ?? {};

/** Compares two values. Undefined means absent, null means a present null value. */
function compare(type: MergeType, before: Json | undefined, after: Json | undefined): Delta | undefined {
  if (before === after) return undefined;
  if (before === undefined) return { added: wholeOf(type, after as Json) };
  if (after === undefined) return { removed: wholeOf(type, before) };
  if (type.kind === "scalar") return leafDelta(before, after);
  if (type.kind === "map") return compareMaps(type, before, after);
  if (type.kind === "list") return compareLists(type, before, after);
  return compareOpen(type.atomic, before, after);
}

const leafDelta = (before: Json, after: Json): Delta | undefined =>
  equal(before, after) ? undefined : { modified: LEAF };

function compareOpen(atomic: boolean, before: Json, after: Json): Delta | undefined {
  if (atomic || (!isJsonObject(before) && !isJsonObject(after))) return leafDelta(before, after);
  if (isJsonObject(before) && isJsonObject(after)) return compareMaps(OPEN_MAP, before, after);
  return compareUnlike(before, after);
}

/**
 * Compares a value with parts and a value without: the parts are added or removed, and the value itself
 * changes.
 */
function compareUnlike(before: Json, after: Json): Delta {
  const parts = isJsonObject(before) ? { removed: partsOf(before) } : { added: partsOf(after as JsonObject) };
  return before === null || after === null
    ? (compareMaps(OPEN_MAP, before, after) ?? {})
    : { ...parts, modified: LEAF };
}

function partsOf(value: JsonObject): FieldSet {
  const { ".": _self, ...parts } = wholeOf(OPEN, value);
  return parts;
}

export const OPEN_MAP: MapMergeType = { kind: "map", atomic: false, fields: new Map(), element: OPEN };

function compareMaps(type: MapMergeType, before: Json, after: Json): Delta | undefined {
  const a = isJsonObject(before) ? before : NOTHING;
  const b = isJsonObject(after) ? after : NOTHING;
  if (type.atomic) return isSameObject(before, after) ? undefined : { modified: LEAF };
  if (isBare(a) && isBare(b)) return leafDelta(before, after);
  const delta: Delta = {};
  for (const key in a) {
    const [old, now] = [a[key], Object.hasOwn(b, key) ? b[key] : undefined];
    if (old !== now) join(delta, type, key, old, now);
  }
  for (const key in b)
    if (!Object.hasOwn(a, key) || a[key] === undefined) join(delta, type, key, undefined, b[key]);
  return orNothing(delta);
}

const NOTHING: JsonObject = Object.freeze({});

function join(
  delta: Delta,
  type: MapMergeType,
  key: string,
  before: Json | undefined,
  after: Json | undefined,
): void {
  if (before === undefined && after === undefined) return;
  const field = type.fields.get(key);
  const part = compare(field?.type ?? type.element ?? OPEN, before, after);
  if (part !== undefined) merge(delta, field?.element ?? `f:${key}`, part);
}

function merge(delta: Delta, element: string, part: Delta): void {
  if (part.added) put(delta, "added", element, part.added);
  if (part.modified) put(delta, "modified", element, part.modified);
  if (part.removed) put(delta, "removed", element, part.removed);
}

function put(delta: Delta, side: keyof Delta, element: string, set: FieldSet): void {
  delta[side] ??= {};
  (delta[side] as MutableSet)[element] = set;
}

const orNothing = (delta: Delta): Delta | undefined =>
  delta.added || delta.modified || delta.removed ? delta : undefined;

function isBare(value: JsonObject): boolean {
  for (const key in value) if (value[key] !== undefined) return false;
  return true;
}

function compareLists(type: ListMergeType, before: Json, after: Json): Delta | undefined {
  const a = Array.isArray(before) ? before : [];
  const b = Array.isArray(after) ? after : [];
  if (type.relation === "atomic") return isSameWhole(before, after) ? undefined : { modified: LEAF };
  if (a.length === 0 && b.length === 0) return leafDelta(before, after);
  const [old, now] = [indexItems(type, a), indexItems(type, b)];
  const delta: Delta = {};
  for (const [element, items] of old) compareItems(delta, type.item, element, items, now.get(element) ?? []);
  for (const [element, items] of now)
    if (!old.has(element)) compareItems(delta, type.item, element, [], items);
  return orNothing(delta);
}

/**
 * The same for an object, which is compared member by member down to its lists (value/structreflect.go,
 * EqualsUsing).
 */
const isSameObject = (before: Json, after: Json): boolean => equal(before, after) && !hasEmptiedItems(after);

/** True if a list below contains an item with an empty list or map. */
const hasEmptiedItems = (value: Json | undefined): boolean =>
  Array.isArray(value)
    ? hasEmptied(value)
    : isJsonObject(value) && Object.values(value).some(hasEmptiedItems);

/**
 * Compares a list as a whole. The reference uses Go's reflect.DeepEqual, for which an empty list in an item
 * differs from an absent one.
 */
const isSameWhole = (before: Json, after: Json): boolean => equal(before, after) && !hasEmptied(after);

/** Compares items of a list. Items that occur several times count as one. */
function compareItems(
  delta: Delta,
  type: MergeType,
  element: string,
  before: readonly Json[],
  after: readonly Json[],
): void {
  if (before.length <= 1 && after.length <= 1) {
    const part = compare(type, before[0], after[0]);
    if (part !== undefined) merge(delta, element, part);
    return;
  }
  if (before.length >= 2 && after.length >= 2) {
    if (!equal([...before], [...after])) put(delta, "modified", element, LEAF);
    return;
  }
  const [repeated, single] =
    before.length >= 2 ? (["removed", "added"] as const) : (["added", "removed"] as const);
  const other = before.length >= 2 ? after[0] : before[0];
  if (other !== undefined) put(delta, single, element, wholeOf(type, other));
  put(delta, repeated, element, LEAF);
}

/** Path element of an item: its value in a set, its keys in a map. */
export function elementOf(type: ListMergeType, item: Json): string {
  return type.relation === "set" ? valueKey(item) : knownItemKey(type, item);
}

/** Returns items by path element, in the order of their first occurrence. */
export function indexItems(type: ListMergeType, items: readonly Json[]): Map<string, Json[]> {
  const index = new Map<string, Json[]>();
  for (const item of items) {
    const element = elementOf(type, item);
    const same = index.get(element);
    if (same === undefined) index.set(element, [item]);
    else same.push(item);
  }
  return index;
}

/** Returns the paths of a value that was added or removed as a whole: the value itself and all its parts. */
export function wholeOf(type: MergeType, value: Json): FieldSet {
  if (typeof value !== "object" || value === null) return LEAF;
  if (Array.isArray(value)) return type.kind === "list" ? wholeList(type, value) : LEAF;
  if (type.kind === "map") return type.atomic ? LEAF : wholeMap(type, value);
  return type.kind === "open" && !type.atomic ? wholeMap(OPEN_MAP, value) : LEAF;
}

/** Number of list items or map members that one step handles. */
const PARTS_A_STEP = 2000;

/** Like `wholeOf`, in steps. */
export function* wholeSteps(type: MergeType, value: Json): Steps<FieldSet> {
  if (isScalar(value)) return LEAF;
  if (Array.isArray(value)) return type.kind === "list" ? yield* listSteps(type, value) : LEAF;
  if (type.kind === "map") return type.atomic ? LEAF : yield* mapSteps(type, value as JsonObject);
  return type.kind === "open" && !type.atomic ? yield* mapSteps(OPEN_MAP, value as JsonObject) : LEAF;
}

/** Returns the set of a list's items, added to `path`. */
export function* setOfItems(path: SetPath, type: ListMergeType, items: readonly Json[]): Steps<FieldSet> {
  let end = path;
  for (const [i, item] of items.entries()) {
    const below = isScalar(item) ? LEAF : yield* wholeSteps(type.item, item);
    end = end.with(elementOf(type, item), below);
    if (i % PARTS_A_STEP === PARTS_A_STEP - 1) yield;
  }
  return end.steps === undefined ? end.set : yield* end.steps();
}

function* listSteps(type: ListMergeType, items: readonly Json[]): Steps<FieldSet> {
  if (type.relation === "atomic" || items.length === 0) return LEAF;
  return yield* setOfItems(pathOf(type), type, items);
}

function* mapSteps(type: MapMergeType, value: JsonObject): Steps<FieldSet> {
  let path = pathOf(type);
  let left = PARTS_A_STEP;
  for (const key in value) {
    const member = value[key];
    if (member === undefined) continue;
    path = path.with(key, isScalar(member) ? LEAF : yield* wholeSteps(typeOf(type, key), member));
    if (--left > 0) continue;
    left = PARTS_A_STEP;
    yield;
  }
  return path.steps === undefined ? path.set : yield* path.steps();
}

const typeOf = (type: MapMergeType, key: string): MergeType =>
  type.fields.get(key)?.type ?? type.element ?? OPEN;

function wholeMap(type: MapMergeType, value: JsonObject): FieldSet {
  let path = pathOf(type);
  for (const key in value) {
    const member = value[key];
    if (member === undefined) continue;
    path = path.with(key, isScalar(member) ? LEAF : wholeOf(typeOf(type, key), member));
  }
  return path.set;
}

function wholeList(type: ListMergeType, items: readonly Json[]): FieldSet {
  return type.relation === "atomic" || items.length === 0 ? LEAF : itemsAtOnce(pathOf(type), type, items);
}

/** Like `setOfItems`, in one step. */
export function itemsAtOnce(path: SetPath, type: ListMergeType, items: readonly Json[]): FieldSet {
  let end = path;
  for (const item of items)
    end = end.with(elementOf(type, item), isScalar(item) ? LEAF : wholeOf(type.item, item));
  return end.set;
}
