import { setKey } from "../../../../json/object.ts";
import { isJsonObject, type Json, type JsonObject, record } from "../../../../json/value.ts";
import { elementOf, OPEN_MAP } from "./compare.ts";
import { type FieldSet, isEmptySet, isMember, nodeOf } from "./field-set.ts";
import { type ListMergeType, type MapMergeType, type MergeType, OPEN } from "./merge-type.ts";
import { typeBelow } from "./reconcile.ts";

/** Returns the object without the fields of a set. A value that loses all its parts becomes null. */
export function removeItems(type: MergeType, object: JsonObject, set: FieldSet): JsonObject {
  return isEmptySet(set) ? object : record(remove(type, object, set));
}

function remove(type: MergeType, value: Json, set: FieldSet): Json {
  if (type.kind === "map") return isJsonObject(value) ? removeMembers(type, value, set) : null;
  if (type.kind === "list") return Array.isArray(value) ? removeFromList(type, value, set) : null;
  return type.kind === "open" && !type.atomic && isJsonObject(value)
    ? removeMembers(OPEN_MAP, value, set)
    : value;
}

function removeMembers(type: MapMergeType, value: JsonObject, set: FieldSet): Json {
  if (type.atomic) return null;
  const kept: JsonObject = {};
  let any = false;
  for (const key of Object.keys(value)) {
    const member = value[key];
    const field = type.fields.get(key);
    const node = set[field?.element ?? `f:${key}`];
    if (member === undefined || isMember(node)) continue;
    any = true;
    setKey(
      kept,
      key,
      node === undefined ? member : remove(field?.type ?? type.element ?? OPEN, member, node),
    );
  }
  return any ? kept : null;
}

function removeFromList(type: ListMergeType, items: readonly Json[], set: FieldSet): Json {
  if (type.relation === "atomic") return null;
  const kept: Json[] = [];
  for (const item of items) {
    const node = set[elementOf(type, item)];
    if (node === undefined) kept.push(item);
    else if (!isMember(node)) kept.push(remove(type.item, item, node));
  }
  return kept.length > 0 ? kept : null;
}

/** Returns the set with every declared field on the way to a path as a path of its own. */
export function withNamedFields(type: MergeType, set: FieldSet): FieldSet {
  const children: { [element: string]: FieldSet } = {};
  for (const element in set) {
    if (element === ".") continue;
    const node = set[element]!;
    const below = typeBelow(type, element);
    const inner = below === undefined || isEmptySet(node) ? node : withNamedFields(below, node);
    const declared = type.kind === "map" && type.fields.has(element.slice(2));
    children[element] = nodeOf(declared || isMember(node), withoutSelf(inner)) ?? inner;
  }
  return children;
}

function withoutSelf(node: FieldSet): FieldSet {
  const { ".": _self, ...children } = node;
  return children;
}
