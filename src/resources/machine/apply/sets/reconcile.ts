import { EMPTY_SET, type FieldSet, isEmptySet, isMember, LEAF, nodeOf } from "./field-set.ts";
import type { MergeType } from "./merge-type.ts";

/** Replaces the fields that a manager owns inside a value that has become atomic by the value itself. */
export function reconcile(set: FieldSet, type: MergeType): FieldSet {
  if (reconciled.get(set) === type) return set;
  const result = reconcileNode(set, type, false) ?? EMPTY_SET;
  if (result !== EMPTY_SET) reconciled.set(result, type);
  return result;
}

/** Sets that agree with a type. Every write to an object uses the same sets again. */
const reconciled = new WeakMap<FieldSet, MergeType>();

function reconcileNode(node: FieldSet, type: MergeType, member: boolean): FieldSet | undefined {
  if (type.kind === "scalar" || type.kind === "open") return node;
  let changed = false;
  const children: { [element: string]: FieldSet } = {};
  for (const element in node) {
    if (element === ".") continue;
    const child = node[element]!;
    const below = typeBelow(type, element);
    const kept = below === undefined ? child : reconcileChild(child, below);
    children[element] = kept;
    if (kept !== child) changed = true;
  }
  return changed ? nodeOf(member, children) : node;
}

function reconcileChild(child: FieldSet, type: MergeType): FieldSet {
  if (isEmptySet(child)) return child;
  if (isAtomic(type)) return LEAF;
  return reconcileNode(child, type, isMember(child)) ?? child;
}

const isAtomic = (type: MergeType): boolean =>
  (type.kind === "map" && type.atomic) || (type.kind === "list" && type.relation === "atomic");

/** Returns the type of an element; undefined if the type has no such field. */
export function typeBelow(type: MergeType, element: string): MergeType | undefined {
  if (type.kind === "list") return type.item;
  if (type.kind !== "map") return undefined;
  return type.fields.get(element.slice(2))?.type ?? type.element;
}
