import type { Json } from "../../../api/json.ts";
import { atOnce, type Steps } from "../../../api/steps.ts";
import { orderSteps, sharedInOrder } from "./element-order.ts";
import { type FieldSet, LEAF } from "./field-set.ts";
import type { MergeType } from "./merge-type.ts";

/** Sets of a value's members, found or made member by member, by the element's name and what is below it. */
export interface SetPath {
  /** The path with one more member, which takes the place of this one. An element that is there already becomes a leaf. */
  with(name: string, below: FieldSet): SetPath;
  /** No member yet. */
  readonly isRoot: boolean;
  /** The set of all members, the value itself among them. */
  readonly set: FieldSet;
  /** The same in steps, where that is much to do; undefined: `set` is soon made. */
  steps?(): Steps<FieldSet>;
}

/** What makes an element of a member's name (`f:`), and whether the value as such is in the set. */
interface Elements {
  readonly prefix: string;
  readonly self: boolean;
}

/** Sets with more members are made again each time: hardly a second object has the same ones. */
const SHARED = 200;

/**
 * Sets of values that came or went as a whole, each made once: objects of one kind mostly have the same fields, and a
 * set of fields costs more to make than to find.
 */
class SharedPath implements SetPath {
  readonly #elements: Elements;
  readonly #before: SharedPath | undefined;
  readonly #length: number;
  readonly #name: string;
  readonly #below: FieldSet;
  /** The step taken last: nearly always the one that is taken next, for objects come in series. */
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
      kept += STEP_SIZE + name.length;
    }
    return step;
  }

  /** Always the same object. */
  get set(): FieldSet {
    if (this.#set === undefined) {
      this.#set = this.#before === undefined ? LEAF : sharedInOrder(this.#build());
    }
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

/** A set that nobody else will ask for. */
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

/** Kept until they have about so many bytes; objects that all have other fields must not fill the memory. */
const LIMIT = 20_000_000;
/** What a step takes besides its name. */
const STEP_SIZE = 1000;

let kept = 0;
let whole = new WeakMap<MergeType, SharedPath>();
let parts = new WeakMap<MergeType, SharedPath>();

/** Where the sets of whole values of a type begin. */
export const pathOf = (type: MergeType): SetPath => rootOf(type, true);

/** The same for sets of parts only: the value as such was there before. */
export const pathBelow = (type: MergeType): SetPath => rootOf(type, false);

function rootOf(type: MergeType, self: boolean): SetPath {
  if (kept > LIMIT) {
    kept = 0;
    whole = new WeakMap();
    parts = new WeakMap();
  }
  const roots = self ? whole : parts;
  let root = roots.get(type);
  if (root === undefined) {
    root = new SharedPath({ prefix: type.kind === "list" ? "" : "f:", self });
    roots.set(type, root);
  }
  return root;
}

export const isScalar = (value: Json): boolean => typeof value !== "object" || value === null;
