import type { Json } from "../../json/value.ts";
import type { Work } from "./work.ts";

/**
 * A CEL value at run time.
 *
 * - int: a `number` when it is a safe integer, else a `bigint`, so that an int has exactly one form;
 * - double and uint: wrapped, because a JavaScript number is an int here;
 * - list: an array; map: a plain JSON object (keys are strings) or a `CelMap`;
 * - JSON documents are values without conversion. A number with a fraction inside one is a double: `adapt` wraps it
 *   when it is read.
 */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Value[]
  | { readonly [key: string]: Value }
  | Json
  | CelObject;

/**
 * A value that is not a JSON value. Many thousands are created. For speed, properties that are the same for a whole
 * class are getters, and fields are only declared: a field that is defined before it is assigned takes more time than
 * the rest of the constructor.
 */
export abstract class CelObject {
  /** Name of the type as `type(x)` prints it. */
  abstract readonly typeName: string;
  /** Its size for costs; 1 if absent. */
  declare readonly costSize?: number;
  /** True if a test for equality always costs 1. */
  declare readonly unitEquality?: boolean;
  /** Compares with a value of any type. For maps and optionals see `equalValues`. */
  equals(other: Value, _work: Work): boolean | CelError {
    return this === other;
  }
}

/** An error as a value. Operators such as `||` may absorb it; an exceeded cost limit is thrown instead (`work.ts`). */
export class CelError extends CelObject {
  get typeName(): string {
    return "error";
  }
  declare readonly message: string;

  constructor(message: string) {
    super();
    this.message = message;
  }
}

/** A double; an int is a plain number or a bigint. */
export class CelDouble extends CelObject {
  get typeName(): string {
    return "double";
  }
  declare readonly value: number;

  constructor(value: number) {
    super();
    this.value = value;
  }
}

/** An unsigned integer, from 0 to 2^64 − 1. */
export class CelUint extends CelObject {
  get typeName(): string {
    return "uint";
  }
  declare readonly value: bigint;

  constructor(value: bigint) {
    super();
    this.value = value;
  }
}

/** A sequence of bytes. */
export class CelBytes extends CelObject {
  get typeName(): string {
    return "bytes";
  }
  declare readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    super();
    this.bytes = bytes;
  }

  override equals(other: Value): boolean {
    return other instanceof CelBytes && Buffer.compare(this.bytes, other.bytes) === 0;
  }
}

/** A time in nanoseconds since 1970. */
export class CelTimestamp extends CelObject {
  get typeName(): string {
    return "google.protobuf.Timestamp";
  }
  declare readonly nanos: bigint;
  /** Offset from UTC in which the time was written, in seconds to the east; used only for its text. */
  declare readonly offset: number;

  constructor(nanos: bigint, offset = 0) {
    super();
    this.nanos = nanos;
    this.offset = offset;
  }

  override equals(other: Value): boolean {
    return other instanceof CelTimestamp && this.nanos === other.nanos;
  }
}

/** A duration in nanoseconds, with 64 bits. */
export class CelDuration extends CelObject {
  get typeName(): string {
    return "google.protobuf.Duration";
  }
  declare readonly nanos: bigint;

  constructor(nanos: bigint) {
    super();
    this.nanos = nanos;
  }

  override equals(other: Value): boolean {
    return other instanceof CelDuration && this.nanos === other.nanos;
  }
}

/** A type as a value, as `type(x)` gives it. */
export class CelTypeValue extends CelObject {
  get typeName(): string {
    return "type";
  }
  declare readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }

  override equals(other: Value): boolean {
    return other instanceof CelTypeValue && this.name === other.name;
  }
}

/** An optional value. */
export class CelOptional extends CelObject {
  get typeName(): string {
    return "optional_type";
  }
  /** The value; undefined if the optional is empty. */
  declare readonly value: Value | undefined;

  constructor(value: Value | undefined) {
    super();
    this.value = value;
  }
}

export const NO_OPTIONAL: CelOptional = new CelOptional(undefined);

/** The missing content of an optional, between the steps of a plan; expressions never get it. */
export const NOTHING: CelOptional = new CelOptional(undefined);

/** A key of a map in the form in which `CelMap` stores it. */
export type MapKey = string | boolean | number | bigint | object;

/** A map whose keys need not be strings. Int and uint keys of equal value are the same key. */
export class CelMap extends CelObject {
  get typeName(): string {
    return "map";
  }
  declare readonly entries: ReadonlyMap<MapKey, { readonly key: Value; readonly value: Value }>;

  constructor(entries: ReadonlyMap<MapKey, { readonly key: Value; readonly value: Value }>) {
    super();
    this.entries = entries;
  }
}

/**
 * A list of a schema, which has its own rules for comparison and addition (apiserver,
 * pkg/cel/common/valuesunstructured.go).
 */
export abstract class CelSchemaList extends Array<Value> {
  /** True if `other` has the same elements; an error if elements cannot be compared. */
  abstract equalsList(other: readonly Value[], work: Work): boolean | CelError;
  /** True if an element is equal to `item`; an error if there is none, and some cannot be compared. */
  abstract has(item: Value, work: Work): boolean | CelError;
  /** Returns `this + other`; existing elements keep their places. */
  abstract plus(other: readonly Value[], work: Work): Value;

  /** The results of map, filter and similar methods are ordinary arrays. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }
}

/** A map or an object of a schema; see `CelSchemaList`. */
export abstract class CelSchemaMap extends CelObject {
  get typeName(): string {
    return "map";
  }
  /** Number of members, including those that expressions cannot see. */
  abstract size(work: Work): number;
  /** Finds a member; undefined if there is none; an error if the key is not permitted, or the value is invalid. */
  abstract find(key: Value): Value | undefined;
  /** Returns the keys; null for those that expressions cannot see. */
  abstract keys(work: Work): readonly Value[];
  abstract equalsMap(other: MapValue, work: Work): boolean | CelError;
}

const MAX_INT = 2n ** 63n - 1n;
const MIN_INT = -(2n ** 63n);
export const MAX_UINT: bigint = 2n ** 64n - 1n;

/** Returns the unique form of a 64-bit integer; undefined if the number does not fit. */
export function intValue(value: bigint): number | bigint | undefined {
  if (value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER))
    return Number(value);
  return value >= MIN_INT && value <= MAX_INT ? value : undefined;
}

/** True for both forms of an int. */
export const isInt = (value: Value): value is number | bigint =>
  typeof value === "number" || typeof value === "bigint";

/** True for lists, also for those of `CelSchemaList`. */
export const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

/** The forms of a map: with keys of any kind, of a schema, or a JSON object. */
export type MapValue = CelMap | CelSchemaMap | { readonly [key: string]: Value };

/** True for all forms of a map. Other objects of CEL are no maps. */
export const isMap = (value: Value): value is MapValue =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  (!(value instanceof CelObject) || value instanceof CelMap || value instanceof CelSchemaMap);

/** Converts a value that is read from a JSON document: numbers with a fraction become doubles. */
export function adapt(value: Value): Value {
  return typeof value === "number" && !Number.isSafeInteger(value) ? new CelDouble(value) : value;
}

/** Name of a value's type in CEL, as `type(x)` prints it. */
export function typeNameOf(value: Value): string {
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "number":
      return Number.isSafeInteger(value) ? "int" : "double";
    case "bigint":
      return "int";
    case "string":
      return "string";
    default:
      if (value === null) return "null_type";
      if (Array.isArray(value)) return "list";
      return value instanceof CelObject ? value.typeName : "map";
  }
}

/**
 * Returns a number of any of the three kinds in a form that is comparable with the others; undefined for all
 * other values.
 */
export function numberOf(value: Value): number | bigint | undefined {
  if (isInt(value)) return value;
  if (value instanceof CelDouble) return value.value;
  return value instanceof CelUint ? value.value : undefined;
}

export const NO_OVERLOAD: CelError = new CelError("no such overload");

/** Returns the result of comparing a value of a Kubernetes type with one of another type. */
export const otherType = (other: Value): false | CelError => (other === null ? false : NO_OVERLOAD);
