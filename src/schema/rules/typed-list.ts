import { equalValues } from "../../cel/values/compare.ts";
import {
  adapt,
  CelError,
  CelSchemaList,
  CelSchemaMap,
  NO_OVERLOAD,
  type Value,
} from "../../cel/values/values.ts";
import type { Work } from "../../cel/values/work.ts";

/** Base of the lists of a schema (apiserver, pkg/cel/common/valuesunstructured.go, unstructuredList). */
export abstract class TypedList extends CelSchemaList {
  has(item: Value, work: Work): boolean | CelError {
    if (item instanceof CelError) return item;
    let problem: CelError | undefined;
    for (let i = 0; i < this.length; i++) {
      work.spend(5);
      const found = equalElements(adapt(this[i]!), item, work);
      if (found === true) return true;
      if (found !== false) problem ??= found;
    }
    return problem ?? false;
  }
}

/** Compares elements. Unlike `equalValues`, it does not check for null first. */
export function equalElements(a: Value, b: Value, work: Work): boolean | CelError {
  if (a instanceof CelError) return a;
  if (b === null && (a instanceof CelSchemaList || a instanceof CelSchemaMap)) return NO_OVERLOAD;
  return equalValues(a, b, work);
}

/** A list of type atomic: elements are compared place by place. */
export class AtomicList extends TypedList {
  static holding(items: readonly Value[]): AtomicList {
    const made = new AtomicList();
    for (const item of items) made.push(item);
    return made;
  }

  equalsList(other: readonly Value[], work: Work): boolean | CelError {
    if (this.length !== other.length) return false;
    work.spend(10);
    for (let i = 0; i < this.length; i++) {
      work.spend(5);
      const equal = equalElements(adapt(this[i]!), adapt(other[i]!), work);
      if (equal !== true) return equal;
    }
    return true;
  }

  /** Returns an ordinary list. */
  plus(other: readonly Value[], work: Work): Value {
    work.spend(this.length + other.length);
    return [...this, ...other];
  }
}
