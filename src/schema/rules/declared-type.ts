import type { ObjectFields } from "../../cel/types/environment.ts";
import {
  BOOL,
  BYTES,
  type CelType,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  objectType,
  STRING,
  TIMESTAMP,
} from "../../cel/types/types.ts";
import { type JsonSchema, parseSchema } from "../json-schema.ts";
import { escapeName, isReserved } from "./names.ts";

/** Type of the values of a schema in expressions, with the bounds that cost estimates need. */
export interface DeclaredType {
  /** Undefined for lists, maps and objects with fields, which have types of their own. */
  readonly scalar?: CelType;
  /** Greatest number of characters, bytes, items or entries. */
  readonly maxElements: number;
  /** Least number of bytes of a value as JSON. */
  readonly minSize: number;
  /** Type of the elements of a list or of the values of a map. */
  readonly element?: DeclaredType;
  readonly key?: DeclaredType;
  /** Types of the fields of an object, by the names that expressions use. */
  readonly fields?: ReadonlyMap<string, DeclaredType>;
}

/** Size of the largest request, in bytes. Bounds values for which the schema sets no limit. */
export const MAX_REQUEST = 3 * 1024 * 1024;
const LONGEST_TEXT = MAX_REQUEST - 2;

const scalar = (type: CelType, minSize: number, maxElements = 0): DeclaredType => ({
  scalar: type,
  minSize,
  maxElements,
});

const atLeastZero = (bound: number): number => Math.max(0, bound);

/** maxLength counts characters, which have at most 4 bytes; sizes count bytes. */
const bytesOf = (maxLength: number): number => atLeastZero(maxLength) * 4;

/**
 * Returns the type of the values of a structural schema. Undefined for values that expressions cannot see:
 * values without a structure, and lists and maps of them (apiserver, pkg/cel/common/schemas.go).
 * `isResource`: apiVersion, kind, metadata.name and metadata.generateName are always present.
 */
export function declaredType(schema: JsonSchema, isResource: boolean): DeclaredType | undefined {
  if (schema.intOrString)
    return scalar(DYN, 1, schema.maxLength === undefined ? LONGEST_TEXT : bytesOf(schema.maxLength));
  switch (schema.type) {
    case "array":
      return declaredList(schema);
    case "object":
      return isResource ? declaredObject(withResourceFields(schema)) : declaredMapOrObject(schema);
    case "string":
      return declaredText(schema);
    case "boolean":
      return scalar(BOOL, 4);
    case "number":
      return scalar(DOUBLE, 1);
    case "integer":
      return scalar(INT, 1);
    default:
      return undefined;
  }
}

function declaredList({ items, maxItems }: JsonSchema): DeclaredType | undefined {
  if (items?.schema === undefined) return undefined;
  const element = declaredType(items.schema, items.schema.embeddedResource);
  if (element === undefined) return undefined;
  const fitting = Math.floor((MAX_REQUEST - 2) / (element.minSize + 1));
  return { element, minSize: 2, maxElements: maxItems === undefined ? fitting : atLeastZero(maxItems) };
}

const KEY = scalar(STRING, 2);

function declaredMapOrObject(schema: JsonSchema): DeclaredType | undefined {
  const values = schema.additionalProperties?.schema;
  if (values === undefined) return declaredObject(schema);
  const element = declaredType(values, values.embeddedResource);
  if (element === undefined) return undefined;
  const fitting = Math.floor((MAX_REQUEST - 2) / (element.minSize + 6));
  const { maxProperties } = schema;
  const maxElements = maxProperties === undefined ? fitting : atLeastZero(maxProperties);
  return { key: KEY, element, minSize: 2, maxElements };
}

function declaredObject({ properties, required = [] }: JsonSchema): DeclaredType {
  const fields = new Map<string, DeclaredType>();
  let minSize = 2;
  for (const [name, schema] of properties ?? []) {
    const field = declaredType(schema, schema.embeddedResource);
    if (field === undefined) continue;
    const escaped = escapeName(name);
    if (escaped !== undefined) fields.set(escaped, field);
    if (required.includes(name) && schema.default === undefined)
      minSize += Buffer.byteLength(name) + field.minSize + 4;
  }
  return { fields, minSize, maxElements: 0 };
}

function declaredText({ format, maxLength, enum: values = [] }: JsonSchema): DeclaredType {
  switch (format) {
    case "byte":
      return scalar(BYTES, 2, maxLength === undefined ? LONGEST_TEXT : atLeastZero(maxLength));
    case "duration":
      return scalar(DURATION, 3, 32);
    case "date":
      return scalar(TIMESTAMP, 12, 12);
    case "date-time":
      return scalar(TIMESTAMP, 21, 32);
  }
  if (maxLength !== undefined) return scalar(STRING, 2, bytesOf(maxLength));
  if (values.length === 0) return scalar(STRING, 2, LONGEST_TEXT);
  const lengths = values.map((value) => (typeof value === "string" ? Buffer.byteLength(value) : 0));
  return scalar(STRING, 2, Math.max(...lengths));
}

const TEXT = parseSchema({ type: "string" });
const METADATA = parseSchema({
  type: "object",
  properties: { name: { type: "string" }, generateName: { type: "string" } },
});

/**
 * Adds the fields that every resource has. The schema is returned unchanged if it already describes all of
 * them as texts; otherwise its own description of `metadata` is replaced.
 */
export function withResourceFields(schema: JsonSchema): JsonSchema {
  const { properties } = schema;
  const metadata = properties?.get("metadata");
  const isText = (child: JsonSchema | undefined): boolean => child?.type === "string";
  const complete =
    isText(properties?.get("kind")) &&
    isText(properties?.get("apiVersion")) &&
    metadata?.type === "object" &&
    isText(metadata.properties?.get("name")) &&
    isText(metadata.properties?.get("generateName"));
  if (complete) return schema;
  const known = new Map(properties ?? []);
  known.set("kind", TEXT).set("apiVersion", TEXT).set("metadata", METADATA);
  return { ...schema, properties: known };
}

/**
 * Returns the type that the type checker uses for a declared type. Object types are named after their paths
 * and added to `objects`.
 */
export function checkedType(
  declared: DeclaredType,
  name: string,
  objects: Record<string, ObjectFields>,
): CelType {
  const { scalar: type, key, element, fields } = declared;
  if (type !== undefined) return type;
  if (element !== undefined && key !== undefined)
    return mapOf(STRING, checkedType(element, `${name}.@elem`, objects));
  if (element !== undefined) return listOf(checkedType(element, `${name}.@idx`, objects));
  const known: Record<string, CelType> = {};
  for (const [field, inner] of fields ?? []) {
    const made = checkedType(inner, `${name}.${field}`, objects);
    known[field] = made;
    const keyword = /^__(.+)__$/.exec(field)?.[1];
    if (keyword !== undefined && isReserved(keyword)) known[keyword] = made;
  }
  objects[name] = known;
  return objectType(name);
}
