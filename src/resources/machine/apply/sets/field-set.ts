import type { JsonObject } from "../../../../json/value.ts";

/**
 * A set of paths in the form of FieldsV1 in objects: keys are path elements (`f:name`, `k:{"name":"c"}`,
 * `v:"x"`, `i:0`). The key `.` means that the path itself is in the set, and so does an empty object. The
 * root is never a member: as the root, `{}` is the empty set. Sets are immutable and may share parts.
 */
export type FieldSet = { readonly [element: string]: FieldSet };

export const EMPTY_SET: FieldSet = Object.freeze({});

/** A path that is a member, without paths below it. */
export const LEAF: FieldSet = EMPTY_SET;

const SELF = ".";

/** True if the set has no path. */
export const isEmptySet = (set: FieldSet): boolean => {
  for (const _ in set) return false;
  return true;
};

/** Returns the set as FieldsV1 for an object's metadata. */
export const fieldsV1 = (set: FieldSet): JsonObject => set as unknown as JsonObject;

/** Returns the paths that are in one of the sets. */
export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmptySet(a)) return b;
  return isEmptySet(b) || a === b ? a : (unionBelow(a, b, false) ?? EMPTY_SET);
}

/**
 * Returns the paths that are in any of the sets. Takes time in proportion to the total size of the sets; to
 * add one set after the other would take longer.
 */
export function unionOf(sets: readonly FieldSet[]): FieldSet {
  const [first, second] = sets;
  if (first === undefined || second === undefined) return first ?? EMPTY_SET;
  const half = sets.length >> 1;
  return sets.length === 2
    ? union(first, second)
    : union(unionOf(sets.slice(0, half)), unionOf(sets.slice(half)));
}

/** Returns the paths that are in both sets. */
export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  return intersectionBelow(a, b, false) ?? EMPTY_SET;
}

/** Returns the paths of `a` that are not in `b`; paths below a path of `b` are kept. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  return isEmptySet(a) || isEmptySet(b) ? a : (differenceBelow(a, b, false) ?? EMPTY_SET);
}

/** Like `difference`, but paths below a path of `b` are removed, too. */
export function recursiveDifference(a: FieldSet, b: FieldSet): FieldSet {
  return isEmptySet(a) || isEmptySet(b) ? a : (prunedBelow(a, b) ?? EMPTY_SET);
}

/** True if both sets have the same paths. A set that is equal by identity is not compared. */
export function equalSets(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true;
  return isEmptySet(a) === isEmptySet(b) && (isEmptySet(a) || equalBelow(a, b));
}

/**
 * Iterates over the paths: first elements that are members, then the paths below them, in the order of the
 * elements.
 */
export function* pathsOf(set: FieldSet, prefix: readonly string[] = []): Generator<readonly string[]> {
  const elements = Object.keys(set)
    .filter((element) => element !== SELF)
    .sort();
  for (const element of elements) if (isMember(set[element])) yield [...prefix, element];
  for (const element of elements) yield* pathsOf(set[element]!, [...prefix, element]);
}

/** Returns the number of paths in a set. */
export function countPaths(set: FieldSet): number {
  let count = 0;
  for (const element in set) {
    if (element === SELF) continue;
    const node = set[element]!;
    count += (isMember(node) ? 1 : 0) + countPaths(node);
  }
  return count;
}

/** Builds a set of the given paths. */
export function setOf(paths: readonly (readonly string[])[]): FieldSet {
  return unionOf(paths.map((path) => path.reduceRight<FieldSet>(below, LEAF)));
}

const below = (set: FieldSet, element: string): FieldSet => ({ [element]: set });

/** True if a path, other than the root, is itself in the set. */
export const isMember = (node: FieldSet | undefined): boolean =>
  node !== undefined && (SELF in node || isEmptySet(node));

/** Builds a node from its parts; undefined if it is empty. Takes ownership of `children`. */
export function nodeOf(member: boolean, children: { [element: string]: FieldSet }): FieldSet | undefined {
  if (isEmptySet(children)) return member ? LEAF : undefined;
  return member ? { [SELF]: LEAF, ...children } : children;
}

/**
 * A node that is built child by child, for very large sets: nothing is copied, and its children are not
 * counted at the end.
 */
export class Growing {
  readonly #node: { [element: string]: FieldSet };
  readonly #member: boolean;
  #isEmpty = true;

  constructor(member: boolean) {
    this.#member = member;
    this.#node = member ? { [SELF]: LEAF } : {};
  }

  add(element: string, child: FieldSet): void {
    this.#node[element] = child;
    this.#isEmpty = false;
  }

  get node(): FieldSet | undefined {
    if (this.#isEmpty) return this.#member ? LEAF : undefined;
    return this.#node;
  }
}

/**
 * A changed copy of a node, built child by child. If no child changes, the result is the original node, so
 * cached orders and texts remain valid for it.
 */
class Changing {
  readonly #before: FieldSet;
  readonly #made: Growing;
  #isSame: boolean;

  constructor(before: FieldSet, member: boolean) {
    this.#before = before;
    this.#made = new Growing(member);
    this.#isSame = member === isMember(before);
  }

  /** Sets the child of an element; undefined removes it. `was`: the child before. */
  put(element: string, was: FieldSet | undefined, child: FieldSet | undefined): void {
    if (child !== was) this.#isSame = false;
    if (child !== undefined) this.#made.add(element, child);
  }

  get node(): FieldSet | undefined {
    return this.#isSame ? this.#before : this.#made.node;
  }
}

function unionBelow(a: FieldSet, b: FieldSet, member: boolean): FieldSet | undefined {
  const node = new Changing(a, member);
  for (const element in a) {
    if (element === SELF) continue;
    const child = a[element]!;
    const other = b[element];
    const both =
      other === undefined || other === child
        ? child
        : unionBelow(child, other, isMember(child) || isMember(other))!;
    node.put(element, child, both);
  }
  for (const element in b) {
    if (element !== SELF && a[element] === undefined) node.put(element, undefined, b[element]!);
  }
  return node.node;
}

function intersectionBelow(a: FieldSet, b: FieldSet, member: boolean): FieldSet | undefined {
  const node = new Changing(a, member);
  for (const element in a) {
    if (element === SELF) continue;
    const child = a[element]!;
    const other = b[element];
    const common =
      other === child ? child : other && intersectionBelow(child, other, isMember(child) && isMember(other));
    node.put(element, child, common);
  }
  return node.node;
}

function differenceBelow(a: FieldSet, b: FieldSet, member: boolean): FieldSet | undefined {
  const node = new Changing(a, member);
  for (const element in a) {
    if (element === SELF) continue;
    const child = a[element]!;
    const other = b[element];
    node.put(element, child, other === child ? undefined : without(child, other));
  }
  return node.node;
}

const without = (child: FieldSet, other: FieldSet | undefined): FieldSet | undefined =>
  other === undefined ? child : differenceBelow(child, other, isMember(child) && !isMember(other));

function prunedBelow(a: FieldSet, b: FieldSet, member = false): FieldSet | undefined {
  const node = new Changing(a, member);
  for (const element in a) {
    if (element === SELF) continue;
    const child = a[element]!;
    const other = b[element];
    node.put(element, child, isMember(other) ? undefined : pruned(child, other));
  }
  return node.node;
}

const pruned = (child: FieldSet, other: FieldSet | undefined): FieldSet | undefined =>
  other === undefined ? child : prunedBelow(child, other, isMember(child));

function equalBelow(a: FieldSet, b: FieldSet): boolean {
  if (isMember(a) !== isMember(b)) return false;
  let surplus = 0;
  for (const element in a) {
    if (element === SELF) continue;
    const child = a[element]!;
    const other = b[element];
    if (other !== child && (other === undefined || !equalBelow(child, other))) return false;
    surplus++;
  }
  for (const element in b) if (element !== SELF) surplus--;
  return surplus === 0;
}
