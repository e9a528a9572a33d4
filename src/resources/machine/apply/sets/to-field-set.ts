import { atOnce, type Steps } from "../../../../async/steps.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../json/value.ts";
import { elementOf, OPEN_MAP } from "./compare.ts";
import { EMPTY_SET, type FieldSet, Growing, LEAF } from "./field-set.ts";
import { type ListMergeType, type MapMergeType, type MergeType, OPEN } from "./merge-type.ts";

/**
 * Returns the fields that an object sets, which are the fields that an apply of it owns. Throws
 * UnkeyedItemError.
 */
export const toFieldSet = (type: MergeType, object: JsonObject): FieldSet =>
  atOnce(fieldSetSteps(type, object));

/** The same in steps. */
export function* fieldSetSteps(type: MergeType, object: JsonObject): Steps<FieldSet> {
  return (yield* parts(type, object, false)) ?? EMPTY_SET;
}

/** Number of members or items of one value that one step handles. */
const PARTS_A_STEP = 5000;

/** Returns the node of a value. `member`: true if the path of the value itself is in the set. */
function* parts(type: MergeType, value: Json, member: boolean): Steps<FieldSet | undefined> {
  if (type.kind === "scalar") return LEAF;
  if (type.kind === "map") return yield* mapParts(type, value, member);
  if (type.kind === "list") return yield* listParts(type, value, member);
  if (type.atomic || !(isJsonObject(value) || value === null)) return LEAF;
  return yield* mapParts(OPEN_MAP, value, member);
}

function* mapParts(type: MapMergeType, value: Json, member: boolean): Steps<FieldSet | undefined> {
  if (type.atomic) return LEAF;
  const children = new Growing(member);
  const object = isJsonObject(value) ? value : {};
  let left = PARTS_A_STEP;
  for (const key in object) {
    const child = object[key];
    if (child === undefined) continue;
    const field = type.fields.get(key);
    const below = field?.type ?? type.element ?? OPEN;
    const node =
      below.kind === "scalar" ? LEAF : yield* parts(below, child, field === undefined || isBare(child));
    if (node !== undefined) children.add(field?.element ?? `f:${key}`, node);
    if (--left > 0) continue;
    left = PARTS_A_STEP;
    yield;
  }
  return children.node;
}

/** True for null and empty objects, which are owned although they have no content; empty lists are not owned. */
const isBare = (value: Json): boolean =>
  value === null || (isJsonObject(value) && Object.keys(value).length === 0);

function* listParts(type: ListMergeType, value: Json, member: boolean): Steps<FieldSet | undefined> {
  if (type.relation === "atomic") return LEAF;
  const children = new Growing(member);
  const seen = new Set<string>();
  let left = PARTS_A_STEP;
  for (const item of Array.isArray(value) ? value : []) {
    const element = elementOf(type, item);
    const isLeaf = seen.has(element) || type.item.kind === "scalar";
    children.add(element, isLeaf ? LEAF : ((yield* parts(type.item, item, true)) ?? LEAF));
    seen.add(element);
    if (--left > 0) continue;
    left = PARTS_A_STEP;
    yield;
  }
  return children.node;
}
