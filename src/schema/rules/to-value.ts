import { isJsonObject, type Json, type JsonObject } from "../../api/json.ts";
import { hideFields } from "../../cel/compare.ts";
import { parseTimestamp } from "../../cel/libraries/time.ts";
import { neverZero } from "../../cel/never-zero.ts";
import {
  CelBytes,
  CelDouble,
  CelDuration,
  CelError,
  isInt,
  isList,
  isMap,
  type Value,
} from "../../cel/values.ts";
import { parseLooseDuration } from "../formats/loose-duration.ts";
import type { Structure } from "../structure.ts";
import { withResourceFields } from "./declared-type.ts";
import { ofExpectedType } from "./expected-type.ts";
import { MapList, SetList } from "./keyed-lists.ts";
import { escapeName, isReserved } from "./names.ts";

/** A JSON value as expressions see it. */
export type ToValue = (value: Json) => Value;

export interface ToValueMode {
  /** Values may be of another type than the schema says. */
  readonly careful?: boolean;
  /** Empty lists and maps have to be told from those that expressions make. */
  readonly marksEmpty?: boolean;
}

/**
 * How values of a schema are shown to expressions (apiserver, pkg/cel/common/valuesunstructured.go): texts with formats
 * are times and bytes, numbers are doubles, fields have escaped names, unknown and null ones cannot be seen, lists of type
 * set and map know their keys. Undefined where JSON can be shown as it is. `isResource`: of metadata only the names.
 */
export function toValueOf(
  structure: Structure,
  isResource: boolean,
  mode: ToValueMode = {},
): ToValue | undefined {
  const convert = conversionOf(structure, isResource, mode);
  const isChecked = mode.careful || structure.schema.format !== "";
  const checked = isChecked ? ofExpectedType(structure, convert) : convert;
  return mode.marksEmpty ? withEmptyMarked(checked) : checked;
}

function withEmptyMarked(convert: ToValue | undefined): ToValue {
  return (value) => {
    const made = convert === undefined ? value : convert(value);
    if (!(isList(made) || isMap(made)) || Object.keys(made).length > 0) return made;
    return neverZero(made !== value ? made : isList(made) ? [] : {});
  };
}

function conversionOf(structure: Structure, isResource: boolean, mode: ToValueMode): ToValue | undefined {
  if (structure.intOrString) return undefined;
  switch (structure.type) {
    case "array":
      return listToValue(structure, mode);
    case "object":
      return isResource ? resourceToValue(structure, mode) : objectToValue(structure, mode);
    case "string":
      return textToValue(structure.schema.format);
    case "number":
      return (value) => (isInt(value) || typeof value === "number" ? new CelDouble(Number(value)) : value);
    default:
      return undefined;
  }
}

/** Null is null, whatever is expected. */
const orNull =
  (convert: ToValue): ToValue =>
  (value) =>
    value === null ? null : convert(value);

function textToValue(format: string): ToValue | undefined {
  switch (format) {
    case "byte":
      return orNull((value) => new CelBytes(Buffer.from(String(value), "base64")));
    case "date":
      return orNull((value) => timeOf(`${String(value)}T00:00:00Z`, "date", value));
    case "date-time":
      return orNull((value) => timeOf(String(value).toUpperCase(), "date-time", value));
    case "duration":
      return orNull((value) => durationOf(String(value)));
    default:
      return undefined;
  }
}

const timeOf = (text: string, format: string, value: Json): Value =>
  parseTimestamp(text) ?? new CelError(`Invalid ${format} formatted string ${String(value)}`);

function durationOf(text: string): Value {
  const nanos = parseLooseDuration(text);
  return nanos === undefined ? new CelError(`Invalid duration ${text}`) : new CelDuration(nanos);
}

function listToValue({ items, listType, listMapKeys }: Structure, mode: ToValueMode): ToValue | undefined {
  if (items === undefined) return undefined;
  const item = toValueOf(items, items.embedded, mode);
  const each = (list: readonly Json[]): readonly Value[] => (item === undefined ? list : list.map(item));
  if (listType === "set") return ofList((list) => SetList.from(each(list)));
  if (listType === "map") {
    // The reference looks for escaped names in JSON (escapeKeyProps), where only those are that need no escape.
    const keys = listMapKeys.filter((key) => (escapeName(key) ?? key) === key);
    return ofList((list) => MapList.keyed(each(list), keys));
  }
  return item === undefined ? undefined : ofList(each);
}

const ofList =
  (convert: (list: readonly Json[]) => Value): ToValue =>
  (value) =>
    Array.isArray(value) ? convert(value) : value;

function objectToValue(structure: Structure, mode: ToValueMode): ToValue | undefined {
  const { properties, additional, embedded } = structure;
  if (embedded) return resourceToValue(structure, mode);
  if (properties !== undefined) return fieldsToValue(properties, structure, mode);
  if (additional?.structure === undefined) return unstructuredToValue;
  const values = toValueOf(additional.structure, additional.structure.embedded, mode);
  return values && mapToValue(values);
}

const mapToValue =
  (convert: ToValue): ToValue =>
  (value) =>
    isJsonObject(value) ? mapValues(value, convert) : value;

function mapValues(object: JsonObject, convert: ToValue): Record<string, Value> {
  const made: Record<string, Value> = {};
  for (const key of Object.keys(object)) setField(made, key, convert(object[key]!));
  return made;
}

function setField(object: Record<string, Value>, key: string, value: Value): void {
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

/** Nothing of it can be seen; only its equality means something. */
const unstructuredToValue: ToValue = (value) => {
  if (!isJsonObject(value)) return value;
  const made: Record<string, Value> = {};
  hideFields(made, value as Record<string, Json>, 0);
  return made;
};

interface Field {
  /** All names by which expressions may ask. */
  readonly names: readonly string[];
  readonly convert: ToValue | undefined;
}

function fieldsToValue(
  properties: ReadonlyMap<string, Structure>,
  structure: Structure,
  mode: ToValueMode,
): ToValue | undefined {
  const fields = new Map<string, Field>();
  let asIs = !structure.preserveUnknown;
  for (const [name, property] of properties) {
    const field = { names: namesOf(name), convert: toValueOf(property, property.embedded, mode) };
    fields.set(name, field);
    asIs &&= field.convert === undefined && !property.nullable && field.names[0] === name;
  }
  return asIs ? undefined : (value) => (isJsonObject(value) ? showFields(value, fields) : value);
}

function namesOf(name: string): readonly string[] {
  const escaped = escapeName(name);
  if (escaped === undefined || escaped === name) return [name];
  return isReserved(name) ? [escaped, name] : [escaped];
}

function showFields(object: JsonObject, fields: ReadonlyMap<string, Field>): Value {
  const made: Record<string, Value> = {};
  const unknown: Record<string, Value> = {};
  let absent = 0;
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value === undefined) continue;
    const field = fields.get(key);
    if (field === undefined) setField(unknown, key, value);
    else if (value === null) absent++;
    else for (const name of field.names) setField(made, name, field.convert?.(value) ?? value);
  }
  if (absent > 0 || Object.keys(unknown).length > 0) hideFields(made, unknown, absent);
  return made;
}

const METADATA: ReadonlyMap<string, Field> = new Map(
  ["name", "generateName"].map((name) => [name, { names: [name], convert: undefined }]),
);
const SHOW_METADATA: ToValue = (value) => (isJsonObject(value) ? showFields(value, METADATA) : value);

function resourceToValue({ properties, schema }: Structure, mode: ToValueMode): ToValue {
  const fields = new Map<string, Field>();
  for (const [name, property] of properties ?? [])
    fields.set(name, { names: namesOf(name), convert: toValueOf(property, property.embedded, mode) });
  const kept = withResourceFields(schema) === schema;
  for (const name of kept ? [] : ["kind", "apiVersion"])
    fields.set(name, { names: [name], convert: undefined });
  if (!kept) fields.set("metadata", { names: ["metadata"], convert: SHOW_METADATA });
  return (value) => (isJsonObject(value) ? showFields(value, fields) : value);
}
