import { isJsonObject, type Json } from "../../json/value.ts";
import type { Structure } from "../structure.ts";
import { isUnchanged, oldField, oldItem } from "../validate/old-value.ts";

/** A value and the old value that it replaces. They are compared at most once. */
class Pair {
  readonly value: Json;
  readonly old: Json;
  readonly structure: Structure;
  #unchanged: boolean | undefined;

  constructor(value: Json, old: Json, structure: Structure) {
    this.value = value;
    this.old = old;
    this.structure = structure;
  }

  get unchanged(): boolean {
    this.#unchanged ??= isUnchanged(this.value, this.old, this.structure);
    return this.#unchanged;
  }

  field(key: string): Pair | undefined {
    const { structure } = this;
    const [value, old] = [oldField(this.value, key), oldField(this.old, key)];
    const inner = structure.properties?.get(key) ?? structure.additional?.structure;
    return value === undefined || old === undefined || inner === undefined
      ? undefined
      : new Pair(value, old, inner);
  }

  item(index: number): Pair | undefined {
    const { value: list, old: oldList, structure } = this;
    const value = Array.isArray(list) ? list[index] : undefined;
    const old = structure.listMapKeys.length === 0 ? undefined : oldItem(oldList, value, structure);
    if (value === undefined || old === undefined || structure.items === undefined) return undefined;
    return new Pair(value, old, structure.items);
  }
}

/**
 * Old value that corresponds to a value, for ratcheting: `current` is the value and its old value, `parent`
 * the nearest enclosing value and its old value.
 */
export interface Correlation {
  readonly current: Pair | undefined;
  readonly parent: Pair | undefined;
}

export const NO_CORRELATION: Correlation = { current: undefined, parent: undefined };

/** Correlation of a whole object with its old value. */
export const correlate = (value: Json, old: Json, structure: Structure): Correlation => ({
  current: new Pair(value, old, structure),
  parent: undefined,
});

/** True if failures of rules are ignored, because the value has not changed. */
export const isRatcheted = ({ current, parent }: Correlation): boolean =>
  (current ?? parent)?.unchanged ?? false;

/** Correlation of a member. `apiVersion` and `kind` of the object itself have none. */
export function correlateField(correlation: Correlation, key: string): Correlation {
  const { current, parent } = correlation;
  if (current === undefined) return correlation;
  if (parent === undefined && (key === "apiVersion" || key === "kind")) return NO_CORRELATION;
  return { current: current.field(key), parent: current };
}

/** Correlation of an item of a list. */
export function correlateItem(correlation: Correlation, index: number): Correlation {
  const { current } = correlation;
  return current === undefined ? correlation : { current: current.item(index), parent: current };
}

/** Returns the old element that a new element replaces, in lists of type map. */
export const oldElement = (old: Json | undefined, item: Json, structure: Structure): Json | undefined =>
  isJsonObject(item) && structure.listMapKeys.every((key) => Object.hasOwn(item, key))
    ? oldItem(old, item, structure)
    : undefined;
