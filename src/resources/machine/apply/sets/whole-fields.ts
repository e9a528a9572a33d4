import { atOnce, type Steps } from "../../../../async/steps.ts";
import type { Json } from "../../../../json/value.ts";
import { orderSteps, sharedInOrder } from "./element-order.ts";
import { type FieldSet, LEAF } from "./field-set.ts";
import type { MergeType } from "./merge-type.ts";

/**
 * Builds the set of a value's members, member by member, from the element's name and the set below it. Known
 * sets are found instead of built.
 */
export interface SetPath {
  /** Returns the path with one more member; it replaces this path. A repeated element becomes a leaf. */
  with(name: string, below: FieldSet): SetPath;
  /** True if no member has been added. */
  readonly isRoot: boolean;
  /** The set of all members, including the value itself. */
  readonly set: FieldSet;
  /** Builds the set in steps; absent if `set` does not take long. */
  steps?(): Steps<FieldSet>;
}

/** Prefix that makes an element from a member's name (`f:`), and true if the value itself is in the set. */
interface Elements {
  readonly prefix: string;
  readonly self: boolean;
}

/**
 * Greatest number of members of a shared set. Larger sets are built each time, because few objects have the
 * same members.
 */
const SHARED = 200;

/**
 * Shared sets of values that were added or removed as a whole. Most objects of one kind have the same fields,
 * and it is faster to find a set than to build it.
 */
class SharedPath implements SetPath {
  readonly #elements: Elements;
  readonly #before: SharedPath | undefined;
  readonly #length: number;
  readonly #name: string;
  readonly #below: FieldSet;
  /**
   * The last member that was added after this path: usually also the next one, because similar objects are
   * created in series.
   */
  #last: SharedPath | undefined;
  #leaves: Map<string, SharedPath> | undefined;
  #others: Map<FieldSet, Map<string, SharedPath>> | undefined;
  #set: FieldSet | undefined;

  constructor(elements: Elements, before?: SharedPath, name = "", below: FieldSet = LEAF) {
    this.#elements = elements;
    this.#before = before;
    this.#length = before === undefined ? 0 : before.#length + 1;
    this.#name = name;
    this.#below = below;
  }

  with(name: string, below: FieldSet): SetPath {
    const last = this.#last;
    if (last !== undefined && last.#name === name && last.#below === below) return last;
    if (this.#length >= SHARED) return new LongPath(this.#elements, this.#build()).with(name, below);
    this.#last = this.#step(name, below);
    return this.#last;
  }

  get isRoot(): boolean {
    return this.#before === undefined;
  }

  #step(name: string, below: FieldSet): SharedPath {
    const steps = below === LEAF ? this.#leafSteps() : this.#stepsAbove(below);
    let step = steps.get(name);
    if (step === undefined) {
      step = new SharedPath(this.#elements, this, name, below);
      steps.set(name, step);
      shared.size += STEP_SIZE + name.length;
    }
    return step;
  }

  /** Always returns the same object. */
  get set(): FieldSet {
    if (this.#set === undefined) this.#set = this.#before === undefined ? LEAF : sharedInOrder(this.#build());
    return this.#set;
  }

  #leafSteps(): Map<string, SharedPath> {
    this.#leaves ??= new Map();
    return this.#leaves;
  }

  #stepsAbove(below: FieldSet): Map<string, SharedPath> {
    this.#others ??= new Map();
    let steps = this.#others.get(below);
    if (steps === undefined) {
      steps = new Map();
      this.#others.set(below, steps);
    }
    return steps;
  }

  #build(): MutableSet {
    const { prefix, self } = this.#elements;
    const members: SharedPath[] = [];
    for (let at: SharedPath = this; at.#before !== undefined; at = at.#before) members.push(at);
    const set: MutableSet = self ? { ".": LEAF } : {};
    for (const member of members.reverse()) addElement(set, prefix + member.#name, member.#below);
    return set;
  }
}

/** A set that is not shared. */
class LongPath implements SetPath {
  readonly isRoot = false;
  readonly #prefix: string;
  readonly #elements: string[];
  readonly #below: FieldSet[];
  #set: FieldSet | undefined;

  constructor({ prefix }: Elements, set: FieldSet) {
    this.#prefix = prefix;
    this.#elements = Object.keys(set);
    this.#below = Object.values(set);
  }

  with(name: string, below: FieldSet): SetPath {
    this.#elements.push(this.#prefix + name);
    this.#below.push(below);
    return this;
  }

  get set(): FieldSet {
    return atOnce(this.steps());
  }

  *steps(): Steps<FieldSet> {
    this.#set ??= yield* this.#build();
    return this.#set;
  }

  #build(): Steps<FieldSet> {
    if (this.#below.every((below) => below === LEAF)) return orderSteps(this.#elements);
    const members = new Map<string, FieldSet>();
    this.#elements.forEach((element, i) => {
      members.set(element, members.has(element) ? LEAF : this.#below[i]!);
    });
    return orderSteps([...members.keys()], members);
  }
}

type MutableSet = { [element: string]: FieldSet };

function addElement(set: MutableSet, element: string, below: FieldSet): void {
  set[element] = element in set ? LEAF : below;
}

/**
 * Approximate size limit of the shared sets, in bytes, so that objects with many different fields do not fill
 * the memory.
 */
const LIMIT = 20_000_000;
/** Approximate size of one member without its name, in bytes. */
const STEP_SIZE = 1000;

/** The roots of the shared sets by their type; `size` is that of all members below them. */
interface SharedSets {
  size: number;
  readonly whole: WeakMap<MergeType, SharedPath>;
  readonly parts: WeakMap<MergeType, SharedPath>;
}

const noSets = (): SharedSets => ({ size: 0, whole: new WeakMap(), parts: new WeakMap() });

let shared = noSets();

/** Returns the start of a set of a whole value of a type. */
export const pathOf = (type: MergeType): SetPath => rootOf(type, true);

/** The same for a set of the parts only, if the value itself existed before. */
export const pathBelow = (type: MergeType): SetPath => rootOf(type, false);

function rootOf(type: MergeType, self: boolean): SetPath {
  if (shared.size > LIMIT) shared = noSets();
  const roots = self ? shared.whole : shared.parts;
  let root = roots.get(type);
  if (root === undefined) {
    root = new SharedPath({ prefix: type.kind === "list" ? "" : "f:", self });
    roots.set(type, root);
  }
  return root;
}

/** True for null and all values without members. */
export const isScalar = (value: Json): boolean => typeof value !== "object" || value === null;
