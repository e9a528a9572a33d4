import type { Json } from "../api/json.ts";
import { currentWork, spend } from "./work.ts";

/**
 * A CEL value as it is held at run time.
 *
 * - int: a `number` when it is a safe integer, else a `bigint`, so that an int has exactly one form;
 * - double and uint: wrapped, because a JavaScript number is an int here;
 * - list: an array; map: a plain JSON object (keys are strings) or a `CelMap`;
 * - JSON documents are values as they are. A number with a fraction inside one is a double: `adapt` wraps it when it is
 *   read.
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
 * Everything that is a value and not a JSON value. Made by the thousand: what all of a class have in common is a getter,
 * and fields are declared only, since a field that is defined before it is assigned costs more than all the rest.
 */
export abstract class CelObject {
  /** Name of the type as `type(x)` prints it. */
  abstract readonly typeName: string;
  /** What its size counts as in costs; absent: 1. */
  declare readonly costSize?: number;
  /** True: a test for equality costs 1, whatever it looks at. */
  declare readonly unitEquality?: boolean;
  /** Equality with another value of any type. */
  equals(other: Value): boolean | CelError {
    return this === other;
  }
}

/** An error as a value. `cancelled`: the cost limit was reached, no operator may absorb it. */
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

/** 0 to 2^64 − 1. */
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

/** Nanoseconds since 1970. */
export class CelTimestamp extends CelObject {
  get typeName(): string {
    return "google.protobuf.Timestamp";
  }
  declare readonly nanos: bigint;
  /** Seconds east of UTC in which it was written; only its text shows them. */
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

/** Nanoseconds; 64 bits. */
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

export class CelOptional extends CelObject {
  get typeName(): string {
    return "optional_type";
  }
  /** Undefined: there is none. */
  declare readonly value: Value | undefined;

  constructor(value: Value | undefined) {
    super();
    this.value = value;
  }

  override equals(other: Value): boolean | CelError {
    if (!(other instanceof CelOptional)) return false;
    if (this.value === undefined || other.value === undefined) return this.value === other.value;
    return equalValues(this.value, other.value);
  }
}

export const NO_OPTIONAL: CelOptional = new CelOptional(undefined);

/** Stands for what an empty optional does not hold, between the steps of a plan; no expression ever has it. */
export const NOTHING: CelOptional = new CelOptional(undefined);

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

  override equals(other: Value): boolean {
    return isMap(other) && equalMaps(this, other);
  }
}

const MAX_INT = 2n ** 63n - 1n;
const MIN_INT = -(2n ** 63n);
export const MAX_UINT: bigint = 2n ** 64n - 1n;

/** The one form of an integer of 64 bits; undefined when it does not fit. */
export function intValue(value: bigint): number | bigint | undefined {
  if (value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER))
    return Number(value);
  return value >= MIN_INT && value <= MAX_INT ? value : undefined;
}

export const isInt = (value: Value): value is number | bigint =>
  typeof value === "number" || typeof value === "bigint";

export const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

export type MapValue = CelMap | { readonly [key: string]: Value };

export const isMap = (value: Value): value is MapValue =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  (!(value instanceof CelObject) || value instanceof CelMap);

/** What is read from a JSON document, as a value: numbers with a fraction become doubles. */
export function adapt(value: Value): Value {
  return typeof value === "number" && !Number.isSafeInteger(value) ? new CelDouble(value) : value;
}

/** The key under which a map holds `key`; undefined for what cannot be a key. */
export function mapKey(key: Value): MapKey | undefined {
  if (typeof key === "string" || typeof key === "boolean" || isInt(key)) return key;
  if (key instanceof CelUint) return intValue(key.value) ?? key.value;
  if (key instanceof CelDouble && Number.isInteger(key.value)) return intValue(BigInt(key.value));
  return undefined;
}

/** The value at a key; undefined when there is none. */
export function mapGet(map: MapValue, key: Value): Value | undefined {
  if (map instanceof CelMap) {
    return map.entries.get(mapKey(key) ?? key!)?.value;
  }
  return typeof key === "string" && Object.hasOwn(map, key) ? adapt(map[key]!) : undefined;
}

export function mapKeys(map: MapValue): readonly Value[] {
  const keys = map instanceof CelMap ? [...map.entries.values()].map(({ key }) => key) : keysOf(map);
  if (keys.length > MANY) spend(keys.length);
  return keys;
}

export const mapSize = (map: MapValue): number => (map instanceof CelMap ? map.entries.size : countKeys(map));

/** An object of JSON does not know how many keys it has. */
function countKeys(map: object): number {
  const { length } = keysOf(map);
  if (length > MANY) spend(length);
  return length;
}

let last: { map: object; work: number; keys: readonly string[] } | undefined;

/** Making a list of many keys takes twenty times as long as walking over it, and loops within loops do it again and again. */
function keysOf(map: object): readonly string[] {
  const work = currentWork();
  if (last?.map === map && last.work === work) return last.keys;
  const keys = Object.keys(map);
  if (keys.length > MANY && work >= 0) last = { map, work, keys };
  return keys;
}

/** Counting so many keys is no work to speak of. */
const MANY = 32;

const SURROGATE = /[\ud800-\udbff]/;

/** Length of a string in code points. */
export function stringSize(text: string): number {
  if (!SURROGATE.test(text)) return text.length;
  let size = 0;
  for (const _ of text) size++;
  return size;
}

/** Code points of a string. */
export const codePoints = (text: string): readonly string[] => Array.from(text);

/** The size of strings, bytes, lists and maps; undefined for all others. */
export function sizeOf(value: Value): number | undefined {
  if (typeof value === "string") return stringSize(value);
  if (isList(value)) return value.length;
  if (value instanceof CelBytes) return value.bytes.length;
  if (isMap(value)) return mapSize(value);
  return undefined;
}

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

/** A number of any of the three kinds, comparable with the others; undefined for all else. */
export function numberOf(value: Value): number | bigint | undefined {
  if (isInt(value)) return value;
  if (value instanceof CelDouble) return value.value;
  return value instanceof CelUint ? value.value : undefined;
}

/** Comparing texts up to this length is no work to speak of. */
const LONG = 1000;

/** Sixteen characters are compared in the time of one. */
function equalLongTexts(a: string, b: Value): boolean {
  if (typeof b !== "string" || a.length !== b.length) return false;
  spend(a.length / 160);
  return a === b;
}

/** CEL equality: numbers by value over all kinds, lists and maps deeply, values of different types are not equal. */
export function equalValues(a: Value, b: Value): boolean | CelError {
  if (typeof a === "string") return a.length > LONG ? equalLongTexts(a, b) : a === b;
  if (typeof a === "boolean" || a === null) return a === b;
  if (typeof a === "number" && typeof b === "number") return a === b;
  const numberA = numberOf(a);
  if (numberA !== undefined) {
    const numberB = numberOf(b);
    return numberB !== undefined && compareMixed(a, b, numberA, numberB) === 0;
  }
  if (isList(a)) return isList(b) && equalLists(a, b);
  if (isMap(a)) return isMap(b) && equalMaps(a, b);
  return a instanceof CelObject ? a.equals(b) : a === b;
}

/** A list whose elements are told apart by what they are, not by where they are: `listType` set or map. */
export abstract class CelKeyedList extends Array<Value> {
  abstract equalsList(other: readonly Value[]): boolean;
  /** `this + other`: what is there keeps its place. */
  abstract plus(other: readonly Value[]): Value;

  /** Results of map, filter and the like are ordinary arrays. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }
}

/** What a typed object has besides the fields that expressions see: see `hideFields`. */
interface Hidden {
  readonly count: number;
  readonly fields: Readonly<Record<string, Value>>;
}

const HIDDEN = Symbol("hidden");

/**
 * Notes fields that an object has but expressions do not see: `unknown` ones are compared as JSON where both sides have
 * them, `absent` ones (nulls) only count.
 */
export function hideFields(object: object, unknown: Readonly<Record<string, Value>>, absent: number): void {
  const hidden: Hidden = { count: absent + Object.keys(unknown).length, fields: unknown };
  Object.defineProperty(object, HIDDEN, { value: hidden });
}

const hiddenIn = (map: MapValue): Hidden | undefined => (map as { readonly [HIDDEN]?: Hidden })[HIDDEN];

const fullSize = (map: MapValue): number => mapSize(map) + (hiddenIn(map)?.count ?? 0);

function equalLists(a: readonly Value[], b: readonly Value[]): boolean {
  if (a instanceof CelKeyedList) return a.equalsList(b);
  if (a.length !== b.length) return false;
  spend(10);
  for (let i = 0; i < a.length; i++) {
    spend(5);
    if (equalValues(adapt(a[i]!), adapt(b[i]!)) !== true) return false;
  }
  return true;
}

function equalMaps(a: MapValue, b: MapValue): boolean {
  spend(20 + 5 * mapSize(a));
  if (fullSize(a) !== fullSize(b) || !equalHidden(hiddenIn(a), hiddenIn(b))) return false;
  return mapKeys(a).every((key) => {
    const other = mapGet(b, key);
    return other !== undefined && equalValues(mapGet(a, key)!, other) === true;
  });
}

function equalHidden(a: Hidden | undefined, b: Hidden | undefined): boolean {
  if (a === undefined || b === undefined) return true;
  return Object.entries(a.fields).every(
    ([key, value]) => !Object.hasOwn(b.fields, key) || equalValues(value, b.fields[key]!) === true,
  );
}

/** Below zero, zero, above zero; undefined when the two cannot be compared (NaN: not a number either). */
export function compareValues(a: Value, b: Value): number | undefined {
  if (typeof a === "string") return typeof b === "string" ? compareStrings(a, b) : undefined;
  if (typeof a === "boolean") return typeof b === "boolean" ? Number(a) - Number(b) : undefined;
  const numberA = numberOf(a);
  if (numberA !== undefined) {
    const numberB = numberOf(b);
    return numberB === undefined ? undefined : compareMixed(a, b, numberA, numberB);
  }
  if (a instanceof CelBytes) return b instanceof CelBytes ? Buffer.compare(a.bytes, b.bytes) : undefined;
  if (a instanceof CelTimestamp && b instanceof CelTimestamp) return compareNumbers(a.nanos, b.nanos);
  if (a instanceof CelDuration && b instanceof CelDuration) return compareNumbers(a.nanos, b.nanos);
  return undefined;
}

/** Beside a double, integers are doubles too: 2^63 − 1 equals 2^63. */
const compareMixed = (a: Value, b: Value, numberA: number | bigint, numberB: number | bigint): number =>
  a instanceof CelDouble || b instanceof CelDouble
    ? compareNumbers(Number(numberA), Number(numberB))
    : compareNumbers(numberA, numberB);

const compareNumbers = (a: number | bigint, b: number | bigint): number =>
  a < b ? -1 : a > b ? 1 : a >= b ? 0 : Number.NaN;

/** By code points, as UTF-8 bytes compare. */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  // What comes after the end of the shorter one does not matter.
  const length = Math.min(a.length, b.length) + 1;
  const [left, right] = [a.slice(0, length), b.slice(0, length)];
  if (!SURROGATE.test(left) && !SURROGATE.test(right)) return a < b ? -1 : 1;
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

export const NO_OVERLOAD: CelError = new CelError("no such overload");
