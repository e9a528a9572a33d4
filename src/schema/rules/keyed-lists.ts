import { mapGet } from "../../cel/values/containers.ts";
import { hasEqual } from "../../cel/values/membership.ts";
import {
  adapt,
  CelBytes,
  CelDouble,
  CelDuration,
  CelError,
  CelSchemaMap,
  CelTimestamp,
  CelTypeValue,
  CelUint,
  isInt,
  isList,
  isMap,
  type Value,
} from "../../cel/values/values.ts";
import type { Work } from "../../cel/values/work.ts";
import { equalElements, TypedList } from "./typed-list.ts";

const NO_SET = new CelError("listSet operations are only supported on lists of scalar values");

/** A list of type set. Comparison ignores the order of its elements, and an addition is a union. */
export class SetList extends TypedList {
  static holding(items: readonly Value[]): SetList {
    const made = new SetList();
    for (const item of items) made.push(item);
    return made;
  }

  equalsList(other: readonly Value[], work: Work): boolean | CelError {
    if (this.length !== other.length) return false;
    const own = keysOf(this, work);
    if (own === undefined) return NO_SET;
    const seen = new Set<unknown>();
    for (const item of other) {
      const key = scalarKey(item, work);
      if (key === undefined) return NO_SET;
      if (!own.has(key)) return false;
      seen.add(key);
    }
    return seen.size === own.size;
  }

  plus(other: readonly Value[], work: Work): Value {
    const known = keysOf(this, work);
    if (known === undefined) return NO_SET;
    const made = new JoinedSet();
    for (const item of this) made.push(item);
    for (const item of other) {
      const key = scalarKey(item, work);
      if (key === undefined) return NO_SET;
      if (known.has(key)) continue;
      known.add(key);
      made.push(item);
    }
    return made;
  }
}

/** The union of a set and a list. */
class JoinedSet extends SetList {
  override has(item: Value, work: Work): boolean {
    return hasEqual(this, item, work);
  }
}

/** Returns the key of a scalar; undefined for lists and maps, which a set cannot have. */
function scalarKey(item: Value, work: Work): unknown {
  work.spend(5);
  return isList(item) || isMap(item) ? undefined : elementKey(item);
}

/** Returns the keys of a set; undefined if it has a list or a map. */
function keysOf(items: readonly Value[], work: Work): Set<unknown> | undefined {
  const keys = new Set<unknown>();
  for (const item of items) {
    const key = scalarKey(item, work);
    if (key === undefined) return undefined;
    keys.add(key);
  }
  return keys;
}

/** A list of type map. Elements correspond by their keys; their order is ignored. */
export class MapList extends TypedList {
  listKeys: ListKeys = { fields: [], found: new Set(), typed: false };

  static keyed(items: readonly Value[], keys: ListKeys): MapList {
    return fill(new MapList(), items, keys);
  }

  equalsList(other: readonly Value[], work: Work): boolean | CelError {
    if (this.length !== other.length) return false;
    const own = new Map<unknown, Value>();
    for (const item of this) own.set(this.comparedKey(item, work), item);
    const seen = new Set<unknown>();
    for (const item of other) {
      const key = this.comparedKey(item, work);
      const found = own.get(key);
      if (found === undefined) return false;
      const equal = equalElements(found, item, work);
      if (equal !== true) return equal;
      seen.add(key);
    }
    return seen.size === own.size;
  }

  /** Existing elements keep their places, and get the value of an added element with the same keys. */
  plus(other: readonly Value[], work: Work): Value {
    const made = fill(new JoinedMapList(), this, this.listKeys);
    const places = new Map<unknown, number>();
    for (let i = 0; i < this.length; i++) places.set(this.key(this[i]!, work), i);
    for (const item of other) {
      const place = places.get(this.key(item, work));
      if (place === undefined) made.push(item);
      else made[place] = item;
    }
    return made;
  }

  /**
   * The key in a comparison. The reference reads it from JSON, by the names for expressions (toMapKey of
   * unstructuredMapList): names that need an escape are not found, and maps of expressions have no key.
   */
  protected comparedKey(item: Value, work: Work): unknown {
    const { fields, found, typed } = this.listKeys;
    return typed && !(item instanceof CelSchemaMap) ? {} : keyOf(item, fields, work, found);
  }

  protected key(item: Value, work: Work): unknown {
    return keyOf(item, this.listKeys.fields, work);
  }
}

/** The keys of a list of type map. */
export interface ListKeys {
  /** Their names for expressions. */
  readonly fields: readonly string[];
  /** Those of the names that JSON has, too. */
  readonly found: ReadonlySet<string>;
  /** True if maps of the schema are `CelSchemaMap`s. */
  readonly typed: boolean;
}

function fill<List extends MapList>(list: List, items: readonly Value[], keys: ListKeys): List {
  for (const item of items) list.push(item);
  list.listKeys = keys;
  return list;
}

/** A list of type map to which elements were added. */
class JoinedMapList extends MapList {
  override has(item: Value, work: Work): boolean {
    return hasEqual(this, item, work);
  }

  protected override comparedKey(item: Value, work: Work): unknown {
    return this.key(item, work);
  }
}

/** The values of the keys of an element as one text. */
function keyOf(item: Value, fields: readonly string[], work: Work, found?: ReadonlySet<string>): string {
  work.spend(5);
  const isSeen = (field: string): boolean => isMap(item) && (found === undefined || found.has(field));
  const values = fields.map((field) => (isMap(item) && isSeen(field) ? mapGet(item, field) : undefined));
  return values.map((value) => String(value === undefined ? "-" : elementKey(value))).join();
}

/**
 * Returns a value that is the same for values of one type that are equal (setElementKey, refValMapKey in
 * pkg/cel/common/valuesreflect.go, apiserver). Values of Kubernetes' own types are only equal to themselves.
 */
function elementKey(given: Value): unknown {
  const value = adapt(given);
  if (typeof value === "string") return `"${value.length}:${value}`;
  if (isInt(value)) return `#${value}`;
  if (value instanceof CelUint) return `u${value.value}`;
  if (value instanceof CelDouble) return Number.isNaN(value.value) ? value : `~${value.value}`;
  if (value instanceof CelTimestamp) return `t${value.nanos}`;
  if (value instanceof CelDuration) return `d${value.nanos}`;
  if (value instanceof CelBytes) return `b${Buffer.from(value.bytes).toString("base64")}`;
  if (value instanceof CelTypeValue) return elementKey(value.name);
  return value;
}
