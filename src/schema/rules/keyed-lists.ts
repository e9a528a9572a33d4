import { adapt, CelKeyedList, equalValues, isMap, mapGet, type Value } from "../../cel/values.ts";

/** A list of type set: equal whatever the order. */
export class SetList extends CelKeyedList {
  equalsList(other: readonly Value[]): boolean {
    return this.length === other.length && other.every((item) => this.#has(item));
  }

  plus(other: readonly Value[]): Value {
    const made = SetList.from(this) as SetList;
    for (const item of other) if (!made.#has(item)) made.push(item);
    return made;
  }

  #has(item: Value): boolean {
    return this.some((own) => equalValues(adapt(own), adapt(item)) === true);
  }
}

/** A list of type map: elements correspond by their keys, whatever the order. */
export class MapList extends CelKeyedList {
  keyFields: readonly string[] = [];

  static keyed(items: readonly Value[], keys: readonly string[]): MapList {
    const made = new MapList();
    for (const item of items) made.push(item);
    made.keyFields = keys;
    return made;
  }

  equalsList(other: readonly Value[]): boolean {
    if (this.length !== other.length) return false;
    return other.every((item) => {
      const own = this.#last(item);
      return own >= 0 && equalValues(this[own] as Value, item) === true;
    });
  }

  plus(other: readonly Value[]): Value {
    const made = MapList.keyed(this, this.keyFields);
    const before = this.length;
    for (const item of other) {
      const own = this.#last(item);
      if (own >= 0 && own < before) made[own] = item;
      else made.push(item);
    }
    return made;
  }

  #last(item: Value): number {
    return this.findLastIndex((own) => this.keyFields.every((key) => sameField(own, item, key)));
  }
}

const sameField = (a: Value, b: Value, key: string): boolean => {
  const [left, right] = [fieldOf(a, key), fieldOf(b, key)];
  if (left === undefined || right === undefined) return left === right;
  return equalValues(left, right) === true;
};

const fieldOf = (value: Value, key: string): Value | undefined =>
  isMap(value) ? mapGet(value, key) : undefined;
