import { setKey } from "../../json/object.ts";
import type { Json, JsonObject } from "../../json/value.ts";

/**
 * A sort of note about one list or map of a value: something that Go's value has and its JSON does not show. Notes are kept
 * by identity. So a copy has them only if `copyWithNotes` or `keepNotes` makes it.
 */
export interface Note<T> {
  get(container: object): T | undefined;
  set(container: object, value: T): void;
  delete(container: object): void;
  /**
   * False as long as no value of this process has such a note, as in most processes. Then no value has to be searched for
   * notes.
   */
  readonly isUsed: boolean;
}

/** A sort of note, for those that only copy notes. */
interface Kept {
  /** Gives `to` the note of `from`, if there is one. */
  keep(from: object, to: object): void;
}

/** The sorts of notes that an object has. */
const noted = new WeakMap<object, Set<Kept>>();

class Sort<T> implements Note<T>, Kept {
  /** True if a value of this process has a note of any sort. */
  static isAnyUsed = false;
  isUsed = false;
  readonly #values = new WeakMap<object, T>();
  readonly #copy: (value: T) => T;

  constructor(copy: (value: T) => T) {
    this.#copy = copy;
  }

  get(container: object): T | undefined {
    return this.#values.get(container);
  }

  set(container: object, value: T): void {
    this.isUsed = true;
    Sort.isAnyUsed = true;
    this.#values.set(container, value);
    const sorts = noted.get(container);
    if (sorts === undefined) noted.set(container, new Set([this]));
    else sorts.add(this);
  }

  delete(container: object): void {
    this.#values.delete(container);
    noted.get(container)?.delete(this);
  }

  keep(from: object, to: object): void {
    const value = this.#values.get(from);
    if (value !== undefined) this.set(to, this.#copy(value));
  }
}

/** A new sort of note. `copy`: the note of a copy, where notes change; default: the same note. */
export const createNote = <T>(copy: (value: T) => T = (value) => value): Note<T> => new Sort(copy);

/** Gives the list or map `to`, another form of `from`, the notes of `from`; not those of the values inside. */
export function keepNotes(from: object, to: object): void {
  if (from === to) return;
  for (const sort of noted.get(from) ?? []) sort.keep(from, to);
}

/** True if the list or map, or one inside of it, has a note. Takes time in proportion to the value. */
export const hasNotes = (value: Json[] | JsonObject): boolean => Sort.isAnyUsed && isNoted(value);

function isNoted(value: Json[] | JsonObject): boolean {
  if (noted.has(value)) return true;
  const members = value as JsonObject;
  for (const key in members) {
    const member = members[key];
    if (typeof member === "object" && member !== null && isNoted(member)) return true;
  }
  return false;
}

/** A deep copy with all notes, as Go's DeepCopy makes it. Depth is bounded by the parser. */
export function copyWithNotes<T extends Json | undefined>(value: T): T;
export function copyWithNotes(value: Json | undefined): Json | undefined {
  return typeof value === "object" && value !== null ? copyContainer(value) : value;
}

function copyContainer(value: Json[] | JsonObject): Json {
  const copy = Array.isArray(value) ? copyList(value) : copyObject(value);
  if (noted.has(value)) keepNotes(value, copy);
  return copy;
}

function copyList(list: readonly Json[]): Json[] {
  const copy = new Array<Json>(list.length);
  let i = 0;
  for (const item of list) copy[i++] = copyWithNotes(item);
  return copy;
}

function copyObject(object: JsonObject): JsonObject {
  const copy: JsonObject = {};
  for (const key in object) {
    const member = object[key];
    if (key === "__proto__") setKey(copy, key, copyWithNotes(member));
    else copy[key] = typeof member === "object" && member !== null ? copyContainer(member) : member;
  }
  return copy;
}
