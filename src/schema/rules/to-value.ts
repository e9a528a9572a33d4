import { isJsonObject, type Json, type JsonObject } from "../../api/json.ts";
import { hideFields } from "../../cel/compare.ts";
import { parseTimestamp } from "../../cel/libraries/time.ts";
import { CelBytes, CelDouble, CelDuration, CelError, isInt, type Value } from "../../cel/values.ts";
import { parseLooseDuration } from "../formats/loose-duration.ts";
import type { Structure } from "../structure.ts";
import { withResourceFields } from "./declared-type.ts";
import { ofExpectedType } from "./expected-type.ts";
import { MapList, SetList } from "./keyed-lists.ts";
import { escapeName, isReserved } from "./names.ts";

/** A JSON value as expressions see it. */
export type ToValue = (value: Json) => Value;

/**
 * How values of a schema are shown to expressions (apiserver, pkg/cel/common/valuesunstructured.go): texts with formats
 * are times and bytes, numbers are doubles, fields have escaped names, unknown and null ones cannot be seen, lists of type
 * set and map know their keys. Undefined where JSON can be shown as it is. `isResource`: of metadata only the names.
 */
export function toValueOf(structure: Structure, isResource: boolean, careful = false): ToValue | undefined {
  const convert = conversionOf(structure, isResource, careful);
  return careful || structure.schema.format !== "" ? ofExpectedType(structure, convert) : convert;
}

function conversionOf(structure: Structure, isResource: boolean, careful: boolean): ToValue | undefined {
  if (structure.intOrString) return undefined;
  switch (structure.type) {
    case "array":
      return listToValue(structure, careful);
    case "object":
      return isResource ? resourceToValue(structure, careful) : objectToValue(structure, careful);
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

function listToValue({ items, listType, listMapKeys }: Structure, careful: boolean): ToValue | undefined {
  if (items === undefined) return undefined;
  const item = toValueOf(items, items.embedded, careful);
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

function objectToValue(structure: Structure, careful: boolean): ToValue | undefined {
  const { properties, additional, embedded } = structure;
  if (embedded) return resourceToValue(structure, careful);
  if (properties !== undefined) return fieldsToValue(properties, structure, careful);
  if (additional?.structure === undefined) return unstructuredToValue;
  const values = toValueOf(additional.structure, additional.structure.embedded, careful);
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
  careful: boolean,
): ToValue | undefined {
  const fields = new Map<string, Field>();
  let asIs = !structure.preserveUnknown;
  for (const [name, property] of properties) {
    const field = { names: namesOf(name), convert: toValueOf(property, property.embedded, careful) };
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

function resourceToValue({ properties, schema }: Structure, careful: boolean): ToValue {
  const fields = new Map<string, Field>();
  for (const [name, property] of properties ?? [])
    fields.set(name, { names: namesOf(name), convert: toValueOf(property, property.embedded, careful) });
  const kept = withResourceFields(schema) === schema;
  for (const name of kept ? [] : ["kind", "apiVersion"])
    fields.set(name, { names: [name], convert: undefined });
  if (!kept) fields.set("metadata", { names: ["metadata"], convert: SHOW_METADATA });
  return (value) => (isJsonObject(value) ? showFields(value, fields) : value);
}
