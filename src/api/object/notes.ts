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

type Notes = Map<Sort<unknown>, unknown>;

const noted = new WeakMap<object, Notes>();

class Sort<T> implements Note<T> {
  isUsed = false;
  readonly copy: (value: T) => T;

  constructor(copy: (value: T) => T) {
    this.copy = copy;
  }

  get(container: object): T | undefined {
    // `set` is the only writer of this key.
    return noted.get(container)?.get(this as Sort<unknown>) as T | undefined;
  }

  set(container: object, value: T): void {
    this.isUsed = true;
    const notes = noted.get(container);
    if (notes === undefined) noted.set(container, new Map([[this as Sort<unknown>, value]]));
    else notes.set(this as Sort<unknown>, value);
  }

  delete(container: object): void {
    noted.get(container)?.delete(this as Sort<unknown>);
  }
}

/** A new sort of note. `copy`: the note of a copy, where notes change; default: the same note. */
export const createNote = <T>(copy: (value: T) => T = (value) => value): Note<T> => new Sort(copy);

/** Gives the list or map `to`, another form of `from`, the notes of `from`; not those of the values inside. */
export function keepNotes(from: object, to: object): void {
  if (from === to) return;
  for (const [sort, value] of noted.get(from) ?? []) sort.set(to, sort.copy(value));
}

/** A deep copy with all notes, as Go's DeepCopy makes it. Depth is bounded by the parser. */
export function copyWithNotes<T extends Json | undefined>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  const copy = Array.isArray(value) ? copyList(value) : copyObject(value as JsonObject);
  if (noted.has(value)) keepNotes(value, copy);
  return copy as T;
}

function copyList(list: readonly Json[]): Json[] {
  const copy = new Array<Json>(list.length);
  for (let i = 0; i < list.length; i++) copy[i] = copyWithNotes(list[i] as Json);
  return copy;
}

function copyObject(object: JsonObject): JsonObject {
  const copy: JsonObject = {};
  for (const key in object) {
    const member = object[key];
    if (key === "__proto__") setKey(copy, key, copyWithNotes(member));
    else copy[key] = typeof member === "object" && member !== null ? copyWithNotes(member) : member;
  }
  return copy;
}
