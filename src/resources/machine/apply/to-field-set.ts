import { isJsonObject, type Json, type JsonObject } from "../../../api/json.ts";
import { elementOf, OPEN_MAP } from "./compare.ts";
import { EMPTY_SET, type FieldSet, LEAF, nodeOf } from "./field-set.ts";
import { type ListMergeType, type MapMergeType, type MergeType, OPEN } from "./merge-type.ts";

/** The fields that an object gives: what an apply of it owns. Throws UnkeyedItemError. */
export function toFieldSet(type: MergeType, object: JsonObject): FieldSet {
  return parts(type, object, false) ?? EMPTY_SET;
}

/** The node of a value; `member`: the place where it stands counts by itself. */
function parts(type: MergeType, value: Json, member: boolean): FieldSet | undefined {
  if (type.kind === "scalar") return LEAF;
  if (type.kind === "map") return mapParts(type, value, member);
  if (type.kind === "list") return listParts(type, value, member);
  return type.atomic || !(isJsonObject(value) || value === null) ? LEAF : mapParts(OPEN_MAP, value, member);
}

function mapParts(type: MapMergeType, value: Json, member: boolean): FieldSet | undefined {
  if (type.atomic) return LEAF;
  const children: { [element: string]: FieldSet } = {};
  for (const [key, child] of Object.entries(isJsonObject(value) ? value : {})) {
    if (child === undefined) continue;
    const field = type.fields.get(key);
    const node = parts(field?.type ?? type.element ?? OPEN, child, field === undefined || isBare(child));
    if (node !== undefined) children[field?.element ?? `f:${key}`] = node;
  }
  return nodeOf(member, children);
}

/** Null and empty objects are owned although they hold nothing; empty lists are not. */
const isBare = (value: Json): boolean =>
  value === null || (isJsonObject(value) && Object.keys(value).length === 0);

function listParts(type: ListMergeType, value: Json, member: boolean): FieldSet | undefined {
  if (type.relation === "atomic") return LEAF;
  const children: { [element: string]: FieldSet } = {};
  const seen = new Set<string>();
  for (const item of Array.isArray(value) ? value : []) {
    const element = elementOf(type, item);
    children[element] = seen.has(element) ? LEAF : (parts(type.item, item, true) ?? LEAF);
    seen.add(element);
  }
  return nodeOf(member, children);
}
