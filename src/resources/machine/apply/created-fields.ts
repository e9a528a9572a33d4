import { isJsonObject, type Json, type JsonObject } from "../../../api/json.ts";
import { compareValues, elementOf, wholeOf } from "./compare.ts";
import { EMPTY_SET, type FieldSet, union } from "./field-set.ts";
import { type ListMergeType, type MapMergeType, type MergeType, OPEN } from "./merge-type.ts";
import { pathBelow } from "./whole-fields.ts";

/**
 * The fields that an object sets beyond `empty`, the object in which nothing has been set: what `compareObjects` finds
 * added and modified. Objects with the same fields get the very same set. Throws UnkeyedItemError.
 */
export function createdFields(type: MergeType, empty: JsonObject, object: JsonObject): FieldSet {
  return setBeyond(type, empty, object) ?? EMPTY_SET;
}

function setBeyond(type: MergeType, empty: Json | undefined, value: Json): FieldSet | undefined {
  if (empty === undefined) return wholeOf(type, value);
  if (type.kind === "map" && !type.atomic && isJsonObject(empty) && isJsonObject(value))
    return membersBeyond(type, empty, value);
  if (type.kind === "list" && isNothing(empty) && Array.isArray(value)) return itemsOf(type, empty, value);
  return differing(type, empty, value);
}

const isNothing = (value: Json): boolean => value === null || (Array.isArray(value) && value.length === 0);

function membersBeyond(type: MapMergeType, empty: JsonObject, value: JsonObject): FieldSet | undefined {
  let path = pathBelow(type);
  for (const key in value) {
    const member = value[key];
    if (member === undefined) continue;
    const below = setBeyond(type.fields.get(key)?.type ?? type.element ?? OPEN, empty[key], member);
    if (below !== undefined) path = path.with(key, below);
  }
  return path.isRoot ? undefined : path.set;
}

function itemsOf(type: ListMergeType, empty: Json, items: readonly Json[]): FieldSet | undefined {
  if (type.relation === "atomic" || items.length === 0) return differing(type, empty, items as Json[]);
  let path = pathBelow(type);
  for (const item of items) path = path.with(elementOf(type, item), wholeOf(type.item, item));
  return path.set;
}

function differing(type: MergeType, empty: Json, value: Json): FieldSet | undefined {
  const { added, modified } = compareValues(type, empty, value);
  if (added === undefined || modified === undefined) return added ?? modified;
  return union(added, modified);
}
