import type { Json } from "../../api/json.ts";
import { sharedInOrder } from "./element-order.ts";
import { type FieldSet, LEAF } from "./field-set.ts";
import type { MergeType } from "./merge-type.ts";

/**
 * Sets of values that came or went as a whole, each made once: objects of one kind mostly have the same fields, and a
 * set of fields costs more to make than to find. A set is found member by member, by the element's name and what is
 * below it.
 */
export class SetPath {
  readonly #before: SetPath | undefined;
  readonly #prefix: string;
  readonly #name: string;
  readonly #below: FieldSet;
  /** Whether the value as such is in the set. */
  readonly #self: boolean;
  /** The step taken last: nearly always the one that is taken next, for objects come in series. */
  #last: SetPath | undefined;
  #leaves: Map<string, SetPath> | undefined;
  #others: Map<FieldSet, Map<string, SetPath>> | undefined;
  #set: FieldSet | undefined;

  /** `prefix`: what makes an element of a member's name (`f:`); put before it only when a set is made. */
  constructor(prefix: string, self: boolean, before?: SetPath, name = "", below: FieldSet = LEAF) {
    this.#prefix = prefix;
    this.#self = self;
    this.#before = before;
    this.#name = name;
    this.#below = below;
  }

  /** The path with one more member. An element that is there already becomes a leaf. */
  with(name: string, below: FieldSet): SetPath {
    const last = this.#last;
    if (last !== undefined && last.#name === name && last.#below === below) return last;
    this.#last = this.#step(name, below);
    return this.#last;
  }

  /** No member yet. */
  get isRoot(): boolean {
    return this.#before === undefined;
  }

  #step(name: string, below: FieldSet): SetPath {
    const steps = below === LEAF ? this.#leafSteps() : this.#stepsAbove(below);
    let step = steps.get(name);
    if (step === undefined) {
      step = new SetPath(this.#prefix, this.#self, this, name, below);
      steps.set(name, step);
      made++;
    }
    return step;
  }

  /** The set of all members, the value itself among them; always the same object. */
  get set(): FieldSet {
    if (this.#set === undefined) {
      this.#set = this.#before === undefined ? LEAF : sharedInOrder(this.#build());
    }
    return this.#set;
  }

  #leafSteps(): Map<string, SetPath> {
    this.#leaves ??= new Map();
    return this.#leaves;
  }

  #stepsAbove(below: FieldSet): Map<string, SetPath> {
    this.#others ??= new Map();
    let steps = this.#others.get(below);
    if (steps === undefined) {
      steps = new Map();
      this.#others.set(below, steps);
    }
    return steps;
  }

  #build(): FieldSet {
    const set: { [element: string]: FieldSet } = this.#self ? { ".": LEAF } : {};
    for (const { name, below } of this.#members()) {
      const element = this.#prefix + name;
      set[element] = element in set ? LEAF : below;
    }
    return set;
  }

  #members(): { name: string; below: FieldSet }[] {
    if (this.#before === undefined) return [];
    const members = this.#before.#members();
    members.push({ name: this.#name, below: this.#below });
    return members;
  }
}

/** Kept until there are this many; objects that all have other fields must not fill the memory. */
const LIMIT = 20_000;

let made = 0;
let whole = new WeakMap<MergeType, SetPath>();
let parts = new WeakMap<MergeType, SetPath>();

/** Where the sets of whole values of a type begin. */
export const pathOf = (type: MergeType): SetPath => rootOf(type, true);

/** The same for sets of parts only: the value as such was there before. */
export const pathBelow = (type: MergeType): SetPath => rootOf(type, false);

function rootOf(type: MergeType, self: boolean): SetPath {
  if (made > LIMIT) {
    made = 0;
    whole = new WeakMap();
    parts = new WeakMap();
  }
  const roots = self ? whole : parts;
  let root = roots.get(type);
  if (root === undefined) {
    root = new SetPath(type.kind === "list" ? "" : "f:", self);
    roots.set(type, root);
  }
  return root;
}

export const isScalar = (value: Json): boolean => typeof value !== "object" || value === null;
