import { equalValues } from "../../cel/values/compare.ts";
import { mapGet } from "../../cel/values/containers.ts";
import {
  adapt,
  CelBytes,
  CelDouble,
  CelDuration,
  type CelError,
  CelSchemaMap,
  CelTimestamp,
  isList,
  isMap,
  numberOf,
  type Value,
} from "../../cel/values/values.ts";
import type { Work } from "../../cel/values/work.ts";
import { nativeTypeOf } from "./native-type.ts";
import { equalElements, type TakeIn, TypedList } from "./typed-list.ts";

/** A list of type set. Comparison ignores the order of its elements. */
export class SetList extends TypedList {
  /**
   * Elements that a search can find: those read from JSON for which `isFound` is true, and all elements that
   * were added, unconverted.
   */
  #known: readonly Value[] = [];

  static holding(items: readonly Value[], takeIn: TakeIn | undefined): SetList {
    const made = new SetList();
    for (const item of items) made.push(item);
    made.takeIn = takeIn;
    made.#known = items.filter(isFound);
    return made;
  }

  equalsList(other: readonly Value[], work: Work): boolean {
    if (this.length !== other.length) return false;
    const own = new Finder(this.#known, identity, work);
    return other.every((item) => own.find(hashable(item, this.length === 0)) !== undefined);
  }

  plus(other: readonly Value[], work: Work): Value {
    const made = SetList.holding(this, this.takeIn);
    const own = new Finder(this.#known, identity, work);
    const known = [...this.#known];
    for (const item of other) {
      if (own.find(hashable(item, made.length === 0)) !== undefined) continue;
      own.add(item, known.length);
      known.push(item);
      made.push(this.taken(item));
    }
    made.#known = known;
    return made;
  }
}

/**
 * Returns an element if it can be a key of a Go map. Go searches the set in a map, which fails for keys of
 * some types. Throws the error that clients see in that case.
 */
function hashable(item: Value, isEmpty: boolean): Value {
  if (!(item instanceof CelBytes || isList(item) || isMap(item))) return item;
  const type = nativeTypeOf(item);
  throw new Error(
    isEmpty ? `hash of unhashable type: ${type}` : `runtime error: hash of unhashable type ${type}`,
  );
}

const INT64_END = 2 ** 63;

/**
 * True if the reference can find a value in a set. It searches the values that it read from JSON
 * (unstructuredSetList, getSet): it finds neither a double that was written as an integer, nor a time, a
 * duration or bytes, which are texts in JSON.
 */
function isFound(item: Value): boolean {
  if (item instanceof CelDouble) return !Number.isInteger(item.value) || Math.abs(item.value) >= INT64_END;
  return !(item instanceof CelTimestamp || item instanceof CelDuration || item instanceof CelBytes);
}

/** A list of type map. Elements correspond by their keys; their order is ignored. */
export class MapList extends TypedList {
  keyFields: readonly string[] = [];

  static keyed(items: readonly Value[], keys: readonly string[], takeIn: TakeIn | undefined): MapList {
    const made = new MapList();
    for (const item of items) made.push(item);
    made.keyFields = keys;
    made.takeIn = takeIn;
    return made;
  }

  equalsList(other: readonly Value[], work: Work): boolean | CelError {
    if (this.length !== other.length) return false;
    const own = this.#finder(work);
    for (const item of other) {
      const at = this.#isKeyed(item) ? own.find(item) : undefined;
      const equal = at !== undefined && equalElements(this[at]!, item, work);
      if (equal !== true) return equal;
    }
    return true;
  }

  plus(other: readonly Value[], work: Work): Value {
    const made = MapList.keyed(this, this.keyFields, this.takeIn);
    const own = this.#finder(work);
    for (const item of other) {
      const at = this.#isKeyed(item) ? own.find(item) : undefined;
      if (at === undefined) made.push(this.taken(item));
      else made[at] = this.taken(item);
    }
    return made;
  }

  /** True if an element has keys. Maps that an expression has created have none (toMapKey). */
  #isKeyed(item: Value): boolean {
    return this.takeIn === undefined || item instanceof CelSchemaMap;
  }

  #finder(work: Work): Finder {
    return new Finder(this, (item) => this.keyFields.map((key) => fieldOf(item, key)), work);
  }
}

type Identity = (item: Value) => readonly (Value | undefined)[];

const identity: Identity = (item) => [adapt(item)];

/** Places of elements, by their identity; of equal elements the last place. */
class Finder {
  readonly #identity: Identity;
  readonly #work: Work;
  readonly #places = new Map<string, number>();
  /** Elements whose identity has parts other than texts, numbers and booleans. */
  readonly #others: { readonly parts: readonly (Value | undefined)[]; readonly place: number }[] = [];

  constructor(items: readonly Value[], identityOf: Identity, work: Work) {
    this.#identity = identityOf;
    this.#work = work;
    for (let i = 0; i < items.length; i++) this.add(items[i]!, i);
  }

  add(item: Value, place: number): void {
    this.#work.spend(5);
    const parts = this.#identity(item);
    const token = tokenOf(parts);
    if (token === undefined) this.#others.push({ parts, place });
    else this.#places.set(token, place);
  }

  find(item: Value): number | undefined {
    const parts = this.#identity(item);
    const token = tokenOf(parts);
    this.#work.spend(token === undefined ? this.#others.length : 5);
    return token === undefined
      ? this.#others.findLast((other) => sameParts(other.parts, parts, this.#work))?.place
      : this.#places.get(token);
  }
}

/**
 * Returns a text that only equal values of one type share; undefined for lists, maps and other values without
 * such a text.
 */
function tokenOf(parts: readonly (Value | undefined)[]): string | undefined {
  let token = "";
  for (const part of parts) {
    const number = part === undefined ? undefined : numberOf(part);
    if (typeof part === "string") token += `"${part.length}:${part}`;
    else if (number !== undefined) token += `${part instanceof CelDouble ? "~" : "#"}${number};`;
    else if (part === undefined || part === null || typeof part === "boolean") token += `${part};`;
    else return undefined;
  }
  return token;
}

const sameParts = (
  a: readonly (Value | undefined)[],
  b: readonly (Value | undefined)[],
  work: Work,
): boolean =>
  a.every((part, i) => {
    const other = b[i];
    return part === undefined || other === undefined
      ? part === other
      : equalValues(part, other, work) === true;
  });

const fieldOf = (value: Value, key: string): Value | undefined =>
  isMap(value) ? mapGet(value, key) : undefined;
