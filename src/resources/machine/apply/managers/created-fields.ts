import type { Steps } from "../../../../async/steps.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../json/value.ts";
import { compareValues, itemsAtOnce, setOfItems, wholeOf, wholeSteps } from "../sets/compare.ts";
import { EMPTY_SET, type FieldSet, union } from "../sets/field-set.ts";
import { type ListMergeType, type MapMergeType, type MergeType, OPEN } from "../sets/merge-type.ts";
import { pathBelow } from "../sets/whole-fields.ts";

/**
 * Returns the fields that an object sets in addition to `empty`, the object without any set fields: the
 * fields that `compareObjects` reports as added or modified. Objects with the same fields get the same set
 * object. `isLarge`: true for small steps. Throws UnkeyedItemError.
 */
export function* createdFields(
  type: MergeType,
  empty: JsonObject,
  object: JsonObject,
  isLarge = false,
): Steps<FieldSet> {
  const set = hasMembers(type)
    ? yield* membersBeyond(type, empty, object, isLarge)
    : differing(type, empty, object);
  return set ?? EMPTY_SET;
}

const hasMembers = (type: MergeType): type is MapMergeType => type.kind === "map" && !type.atomic;

const isNothing = (value: Json): boolean => value === null || (Array.isArray(value) && value.length === 0);

function* membersBeyond(
  type: MapMergeType,
  empty: JsonObject,
  value: JsonObject,
  isLarge: boolean,
): Steps<FieldSet | undefined> {
  let path = pathBelow(type);
  for (const key in value) {
    const member = value[key];
    if (member === undefined) continue;
    const of = type.fields.get(key)?.type ?? type.element ?? OPEN;
    const nothing = empty[key];
    let below: FieldSet | undefined;
    if (nothing === undefined) below = isLarge ? yield* wholeSteps(of, member) : wholeOf(of, member);
    else if (hasMembers(of) && isJsonObject(nothing) && isJsonObject(member))
      below = yield* membersBeyond(of, nothing, member, isLarge);
    else if (of.kind === "list" && isNothing(nothing) && Array.isArray(member))
      below = isLarge ? yield* itemsInSteps(of, nothing, member) : itemsOf(of, nothing, member);
    else below = differing(of, nothing, member);
    if (below !== undefined) path = path.with(key, below);
  }
  return path.isRoot ? undefined : path.set;
}

function itemsOf(type: ListMergeType, empty: Json, items: readonly Json[]): FieldSet | undefined {
  return isWhole(type, items)
    ? differing(type, empty, [...items])
    : itemsAtOnce(pathBelow(type), type, items);
}

function* itemsInSteps(
  type: ListMergeType,
  empty: Json,
  items: readonly Json[],
): Steps<FieldSet | undefined> {
  return isWhole(type, items)
    ? differing(type, empty, [...items])
    : yield* setOfItems(pathBelow(type), type, items);
}

const isWhole = ({ relation }: ListMergeType, items: readonly Json[]): boolean =>
  relation === "atomic" || items.length === 0;

function differing(type: MergeType, empty: Json, value: Json): FieldSet | undefined {
  const { added, modified } = compareValues(type, empty, value);
  if (added === undefined || modified === undefined) return added ?? modified;
  return union(added, modified);
}
