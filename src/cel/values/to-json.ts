import type { GoContainer, GoContainers } from "../../go/go-container.ts";
import { setKey } from "../../json/object.ts";
import type { Json, JsonObject } from "../../json/value.ts";
import { CelStruct } from "./struct.ts";
import { durationText, timestampText } from "./time.ts";
import {
  CelBytes,
  CelDouble,
  CelDuration,
  CelMap,
  CelObject,
  CelOptional,
  CelTimestamp,
  CelTypeValue,
  CelUint,
  isList,
  typeNameOf,
  type Value,
} from "./values.ts";

/** Thrown for values without a form in JSON, such as a type or an authorizer. */
export class NoJsonError extends Error {}

/** Form of integers that a double cannot represent: as they are, or as texts. */
export type LargeIntegers = "number" | "text";

/**
 * Converts a value to JSON: bytes in base64, times as RFC 3339, durations in seconds. Throws NoJsonError,
 * also for values larger than any object: a list can occur in itself many times.
 */
export function toJson(value: Value, large: LargeIntegers = "number"): Json {
  return new Writer(large).write(value);
}

/**
 * Limit of steps: a character of a text is one step, a value is three more. The largest request has three
 * million bytes.
 */
const LIMIT = 5_000_000;

/**
 * Converts values to JSON, of at most `LIMIT` steps together. Throws as `toJson` does, and for a container of Go, unless
 * it is the field of an object that the expression makes.
 */
export class Writer {
  readonly #large: LargeIntegers;
  readonly #goContainers: GoContainers | undefined;
  #left = LIMIT;
  /** False for the fields of an object that the expression makes. Go converts only these by their members. */
  protected isDeep = true;
  #isInObject = false;

  constructor(large: LargeIntegers, goContainers?: GoContainers) {
    this.#large = large;
    this.#goContainers = goContainers;
  }

  write(value: Value): Json {
    this.#left -= typeof value === "string" ? value.length + 3 : 3;
    if (this.#left < 0) throw new NoJsonError("the value is too large");
    if (typeof value === "bigint") return this.#large === "text" ? String(value) : value;
    if (typeof value !== "object" || value === null) return value;
    const container = this.#goContainers?.(value);
    if (container !== undefined && this.isDeep) return this.container(container);
    const [isDeep, isInObject] = [this.isDeep, this.#isInObject];
    if (value instanceof CelStruct) {
      this.isDeep = false;
      this.#isInObject = true;
    } else if (container === undefined && !(value instanceof CelOptional)) this.isDeep = true;
    const written = this.#written(value);
    this.isDeep = isDeep;
    this.#isInObject = isInObject;
    return written;
  }

  #written(value: Exclude<Value, null | boolean | number | bigint | string>): Json {
    if (isList(value)) return this.#items(value);
    return value instanceof CelObject
      ? this.object(value)
      : this.#members(Object.entries(value).map(([key, member]) => [key, member!]));
  }

  /** Converts a container of Go (apiserver/pkg/cel/common/valuesschemalesstyped.go, ConvertToNative). */
  protected container({ kind, type }: GoContainer): Json {
    if (this.#isInObject) throw new NoJsonError(`proto: invalid type: ${type}`);
    const from =
      kind === "struct" ? `struct type ${type}` : kind === "list" ? "'list(dyn)'" : "'map(dyn, dyn)'";
    const to = kind === "struct" ? "*structpb.Value" : "'*structpb.Value'";
    throw new NoJsonError(`type conversion error from ${from} to ${to}`);
  }

  protected object(value: CelObject): Json {
    if (value instanceof CelStruct) return this.#members(Object.entries(value.fields));
    if (value instanceof CelMap)
      return this.#members([...value.entries.values()].map((entry) => [this.key(entry.key), entry.value]));
    if (value instanceof CelDouble) return value.value;
    if (value instanceof CelUint)
      return value.value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value.value) : this.write(value.value);
    if (value instanceof CelBytes) return Buffer.from(value.bytes).toString("base64");
    if (value instanceof CelTimestamp) return timestampText(value);
    if (value instanceof CelDuration) return durationText(value);
    if (value instanceof CelOptional)
      return value.value === undefined ? this.nothing() : this.write(value.value);
    if (value instanceof CelTypeValue) throw new NoJsonError("type conversion not supported for 'type'");
    throw new NoJsonError(`type conversion error from '${shortName(value)}' to '*structpb.Value'`);
  }

  /** Hears of each double without a fraction, and where it was written. */
  protected wroteWhole(_container: object, _key: string | number, _double: number): void {}

  protected nothing(): Json {
    throw new NoJsonError("optional.none() dereference");
  }

  /** Converts a key, which must be a text in JSON. */
  protected key(key: Value): string {
    if (typeof key === "string") return key;
    const type = typeNameOf(key);
    throw new NoJsonError(
      type === "bool"
        ? "type conversion error from bool to 'string'"
        : `unsupported type conversion from '${type}' to string`,
    );
  }

  #items(list: readonly Value[]): Json[] {
    const out = list.map((item) => this.write(item));
    for (const [i, item] of list.entries()) if (isWhole(item)) this.wroteWhole(out, i, item.value);
    return out;
  }

  #members(entries: readonly (readonly [string, Value])[]): JsonObject {
    const out: JsonObject = {};
    for (const [key, value] of entries) {
      setKey(out, key, this.write(value));
      if (isWhole(value)) this.wroteWhole(out, key, value.value);
    }
    return out;
  }
}

const isWhole = (value: Value): value is CelDouble =>
  value instanceof CelDouble && Number.isInteger(value.value);

/** Returns `Quantity` for `kubernetes.Quantity`. */
const shortName = (value: Value): string => typeNameOf(value).replace(/^.*\./, "");
