import { equalValues } from "./compare.ts";
import { type CelError, CelObject, type Value } from "./values.ts";
import type { Work } from "./work.ts";

/** The value of `Object.spec{replicas: 3}`, which keeps the name of its type. */
export class CelStruct extends CelObject {
  readonly typeName: string;
  readonly fields: Readonly<Record<string, Value>>;

  constructor(typeName: string, fields: Readonly<Record<string, Value>>) {
    super();
    this.typeName = typeName;
    this.fields = fields;
  }

  /** Returns a field; undefined if it was not set. */
  get(key: Value): Value | undefined {
    return typeof key === "string" && Object.hasOwn(this.fields, key) ? this.fields[key] : undefined;
  }

  get empty(): boolean {
    return Object.keys(this.fields).length === 0;
  }

  override equals(other: Value, work: Work): boolean | CelError {
    if (!(other instanceof CelStruct) || other.typeName !== this.typeName) return false;
    const keys = Object.keys(this.fields);
    if (keys.length !== Object.keys(other.fields).length) return false;
    return keys.every((key) => {
      const theirs = other.get(key);
      return theirs !== undefined && equalValues(this.fields[key]!, theirs, work) === true;
    });
  }
}
