import { parseTimestamp } from "../../cel/values/time.ts";
import {
  adapt,
  CelBytes,
  CelDouble,
  CelDuration,
  CelError,
  isInt,
  type Value,
} from "../../cel/values/values.ts";
import { isJsonObject, type Json } from "../../json/value.ts";
import { parseLooseDuration } from "../formats/loose-duration.ts";
import type { Structure } from "../structure.ts";
import { withResourceFields } from "./declared-type.ts";
import { ofExpectedType } from "./expected-type.ts";
import { MapList, SetList } from "./keyed-lists.ts";
import { escapeName } from "./names.ts";
import { AtomicList } from "./typed-list.ts";
import { type Members, TypedMap } from "./typed-map.ts";

/** Converts a JSON value to a value for expressions. */
export type ToValue = (value: Json) => Value;

interface ToValueMode {
  /** Values may have other types than the schema specifies. */
  readonly careful?: boolean;
  /** All lists and maps of the schema must be distinguishable from those that expressions create. */
  readonly typed?: boolean;
}

/**
 * Returns the conversion of a schema's values for expressions (apiserver,
 * pkg/cel/common/valuesunstructured.go): texts with formats become times, durations and bytes, numbers become
 * doubles, fields have escaped names, unknown fields and null fields cannot be seen, and lists of type set
 * and map have their keys. Undefined if JSON needs no conversion. `isResource`: only the names of metadata
 * can be seen.
 */
export function toValueOf(
  structure: Structure,
  isResource: boolean,
  mode: ToValueMode = {},
): ToValue | undefined {
  const convert = conversionOf(structure, isResource, mode);
  const isChecked = mode.careful || structure.schema.format !== "";
  return isChecked ? ofExpectedType(structure, convert) : convert;
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

/** Keeps null, whatever type is expected. */
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

function listToValue(structure: Structure, mode: ToValueMode): ToValue | undefined {
  const { items, listType, listMapKeys } = structure;
  if (items === undefined) return undefined;
  const item = toValueOf(items, items.embedded, mode);
  const each = (list: readonly Json[]): readonly Value[] => (item === undefined ? list : list.map(item));
  if (listType === "set") return ofList((list) => SetList.holding(each(list)));
  if (listType === "map") {
    const fields = listMapKeys.map((key) => escapeName(key) ?? key);
    const keys = { fields, found: new Set(listMapKeys), typed: mode.typed === true };
    return ofList((list) => MapList.keyed(each(list), keys));
  }
  if (mode.typed) return ofList((list) => AtomicList.holding(each(list)));
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
  if (additional?.structure === undefined) return shownBy(UNSEEN);
  const values = toValueOf(additional.structure, additional.structure.embedded, mode);
  if (values === undefined && !mode.typed) return undefined;
  const show = values ?? AS_IS;
  return shownBy({ areFields: false, show: () => show });
}

const AS_IS: ToValue = adapt;

/** Expressions can see no member; they can only compare the whole value. */
const UNSEEN: Members = { areFields: false, show: () => undefined };

const shownBy =
  (members: Members): ToValue =>
  (value) =>
    isJsonObject(value) ? new TypedMap(value, members) : value;

type Fields = ReadonlyMap<string, ToValue>;

const fieldMembers = (fields: Fields): Members => ({ areFields: true, show: (name) => fields.get(name) });

function fieldsToValue(
  properties: ReadonlyMap<string, Structure>,
  structure: Structure,
  mode: ToValueMode,
): ToValue | undefined {
  const fields = new Map<string, ToValue>();
  let asIs = !structure.preserveUnknown && !mode.typed;
  for (const [name, property] of properties) {
    const convert = toValueOf(property, property.embedded, mode);
    fields.set(name, convert ?? AS_IS);
    asIs &&= convert === undefined && !property.nullable && (escapeName(name) ?? name) === name;
  }
  return asIs ? undefined : shownBy(fieldMembers(fields));
}

const SHOW_METADATA = shownBy(
  fieldMembers(
    new Map([
      ["name", AS_IS],
      ["generateName", AS_IS],
    ]),
  ),
);

function resourceToValue({ properties, schema }: Structure, mode: ToValueMode): ToValue {
  const fields = new Map<string, ToValue>();
  for (const [name, property] of properties ?? [])
    fields.set(name, toValueOf(property, property.embedded, mode) ?? AS_IS);
  const kept = withResourceFields(schema) === schema;
  for (const name of kept ? [] : ["kind", "apiVersion"]) fields.set(name, AS_IS);
  if (!kept) fields.set("metadata", SHOW_METADATA);
  return shownBy(fieldMembers(fields));
}
