import { formatFloat } from "../../go/float.ts";
import { mapGet } from "../values/containers.ts";
import { goTypeOf } from "../values/go-type.ts";
import { CelStruct } from "../values/struct.ts";
import {
  adapt,
  CelDouble,
  CelError,
  CelObject,
  CelOptional,
  CelSchemaList,
  CelUint,
  intValue,
  isInt,
  isList,
  isMap,
  NO_OPTIONAL,
  NOTHING,
  typeNameOf,
  type Value,
} from "../values/values.ts";
import { CelLazyMap } from "./frame.ts";

/** True for an object of a JSON document or of a typed one, which has only its own fields. */
export const isPlain = (value: Value): value is { readonly [key: string]: Value } =>
  typeof value === "object" && value !== null && !(value instanceof CelObject) && !Array.isArray(value);

/** Returns a reader of `value.field` for a constant field. */
export function fieldSelector(field: string): (value: Value) => Value {
  // For names of inherited properties, only functions that check for own fields may be used.
  if (field in Object.prototype) return (value) => selectField(value, field);
  const missing = noSuchKey(field);
  return (value) => {
    if (!isPlain(value)) return selectField(value, field);
    const found = value[field];
    return found === undefined ? missing : adapt(found);
  };
}

/** Returns a test `has(value.field)` for a constant field. */
export function fieldTester(field: string): (value: Value) => Value {
  if (field in Object.prototype) return (value) => hasField(value, field);
  return (value) => {
    if (!isPlain(value)) return hasField(value, field);
    const found = value[field];
    return found instanceof CelError ? found : found !== undefined;
  };
}

/** Returns a lookup `value.?key` for a constant key; its result is NOTHING if there is no such member. */
export function optionalLookup(key: Value): (value: Value) => Value {
  const any = (value: Value): Value => {
    const found = lookUp(value, key);
    return found === undefined ? NOTHING : found;
  };
  if (typeof key !== "string" || key in Object.prototype) return any;
  return (value) => {
    if (!isPlain(value)) return any(value);
    const found = value[key];
    return found === undefined ? NOTHING : adapt(found);
  };
}

const noSuchKey = (field: string): CelError => new CelError(`no such key: ${field}`);

/** Evaluates `value.field` or `value["field"]`. */
function selectField(value: Value, field: string): Value {
  if (value instanceof CelOptional) return insideOptional(value, field);
  const found = lookUp(value, field);
  return found === undefined ? noSuchKey(field) : found;
}

/** Evaluates `value[index]`. */
export function selectIndex(value: Value, index: Value): Value {
  if (!isKey(index)) return wrongKey(index);
  if (typeof index === "string" && !isList(value)) return selectField(value, index);
  if (value instanceof CelOptional) return insideOptional(value, index);
  const found = lookUp(value, index);
  if (found !== undefined)
    return value instanceof CelSchemaList && !isInt(index) && indexOf(index) !== undefined
      ? new CelError(`unsupported index: ${keyText(index)}`)
      : found;
  const problem = isList(value) ? "index out of bounds" : "no such key";
  return new CelError(`${problem}: ${keyText(index)}`);
}

/**
 * Returns the error with Go's name of the type: a value from an object is not a value of CEL yet
 * (attrFactory.NewQualifier in cel-go).
 */
function wrongKey(key: Value): CelError {
  const native = key === null ? "<nil>" : isPlain(key) ? "map[string]interface {}" : undefined;
  return new CelError(`invalid qualifier type: ${native ?? goTypeOf(key)}`);
}

/** Evaluates `has(value.field)`. */
function hasField(value: Value, field: string): Value {
  if (value instanceof CelOptional) {
    if (value.value === undefined) return false;
    return hasField(value.value, field);
  }
  const found = lookUp(value, field);
  return found instanceof CelError ? found : found !== undefined;
}

/** Evaluates `value.?field` or `value[?index]`. */
export function selectOptional(value: Value, key: Value): Value {
  if (!isKey(key)) return wrongKey(key);
  const inner = value instanceof CelOptional ? value.value : value;
  if (inner === undefined) return NO_OPTIONAL;
  const found = lookUp(inner, key);
  if (found instanceof CelError) return found;
  return found === undefined ? NO_OPTIONAL : new CelOptional(found);
}

const insideOptional = (optional: CelOptional, key: Value): Value => selectOptional(optional, key);

/** True if a value can be a key or an index. */
export const isKey = (value: Value): boolean =>
  typeof value === "string" ||
  typeof value === "boolean" ||
  isInt(value) ||
  value instanceof CelUint ||
  value instanceof CelDouble;

/** Returns the member with a key or index; undefined if there is none. */
function lookUp(value: Value, key: Value): Value | undefined {
  if (isList(value)) return listItem(value, key);
  if (value instanceof CelLazyMap || value instanceof CelStruct) return value.get(key);
  return isMap(value) ? mapGet(value, key) : undefined;
}

function listItem(list: readonly Value[], key: Value): Value | undefined {
  const index = indexOf(key);
  if (index === undefined) return wrongIndex(key);
  const item = typeof index === "number" ? list[index] : undefined;
  return item === undefined ? undefined : adapt(item);
}

const wrongIndex = (key: Value): CelError =>
  key instanceof CelDouble
    ? new CelError(`unsupported index value ${key.value} in list`)
    : new CelError(`unsupported index type '${typeNameOf(key)}' in list`);

function indexOf(key: Value): number | bigint | undefined {
  if (isInt(key)) return key;
  if (key instanceof CelUint) return intValue(key.value) ?? key.value;
  return key instanceof CelDouble && Number.isInteger(key.value) ? key.value : undefined;
}

function keyText(key: Value): string {
  if (key instanceof CelUint) return String(key.value);
  if (key instanceof CelDouble) return formatFloat(key.value);
  return String(key);
}
