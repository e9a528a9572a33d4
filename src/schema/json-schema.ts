import { emptiedNames, given } from "../api/object/emptied.ts";
import { isJsonObject, type Json, type JsonObject, text } from "../json/value.ts";

/**
 * An OpenAPI v3 schema as the reference stores it (apiextensions JSONSchemaProps): every member is present,
 * absent texts are empty, and `undefined` means a nil pointer in the reference.
 */
export interface JsonSchema {
  readonly id: string;
  readonly schema: string;
  readonly ref: string | undefined;
  readonly description: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly format: string;
  readonly title: string;
  readonly default: Json | undefined;
  readonly maximum: number | undefined;
  readonly exclusiveMaximum: boolean;
  readonly minimum: number | undefined;
  readonly exclusiveMinimum: boolean;
  readonly maxLength: number | undefined;
  readonly minLength: number | undefined;
  readonly pattern: string;
  readonly maxItems: number | undefined;
  readonly minItems: number | undefined;
  readonly uniqueItems: boolean;
  readonly multipleOf: number | undefined;
  readonly enum: readonly Json[] | undefined;
  readonly maxProperties: number | undefined;
  readonly minProperties: number | undefined;
  readonly required: readonly string[] | undefined;
  readonly items: SchemaOrArray | undefined;
  readonly allOf: readonly JsonSchema[] | undefined;
  readonly oneOf: readonly JsonSchema[] | undefined;
  readonly anyOf: readonly JsonSchema[] | undefined;
  readonly not: JsonSchema | undefined;
  readonly properties: SchemaMap | undefined;
  readonly additionalProperties: SchemaOrBool | undefined;
  readonly patternProperties: SchemaMap | undefined;
  readonly dependencies: ReadonlyMap<string, SchemaOrStrings> | undefined;
  readonly additionalItems: SchemaOrBool | undefined;
  readonly definitions: SchemaMap | undefined;
  readonly externalDocs: { readonly description: string; readonly url: string } | undefined;
  readonly example: Json | undefined;
  readonly preserveUnknown: boolean | undefined;
  readonly embeddedResource: boolean;
  readonly intOrString: boolean;
  readonly listMapKeys: readonly string[] | undefined;
  readonly listType: string | undefined;
  readonly mapType: string | undefined;
  readonly validations: readonly ValidationRule[] | undefined;
}

/** Schemas by name, in the order of the definition. */
export type SchemaMap = ReadonlyMap<string, JsonSchema>;

/** One schema for all items, or one schema for each item. */
export interface SchemaOrArray {
  readonly schema: JsonSchema | undefined;
  readonly schemas: readonly JsonSchema[] | undefined;
}

/** A schema for further members, or whether there may be any. */
export interface SchemaOrBool {
  readonly allows: boolean;
  readonly schema: JsonSchema | undefined;
}

/** A dependency: a schema, or the names of members. */
export interface SchemaOrStrings {
  readonly schema: JsonSchema | undefined;
  readonly strings: readonly string[] | undefined;
}

/** One rule of `x-kubernetes-validations`. */
export interface ValidationRule {
  readonly rule: string;
  readonly message: string;
  readonly messageExpression: string;
  readonly reason: string | undefined;
  readonly fieldPath: string;
  readonly optionalOldSelf: boolean | undefined;
}

function optionalText(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function flag(value: Json): boolean {
  return value === true;
}

function optionalFlag(value: Json | undefined): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

function number(value: Json): number | undefined {
  if (typeof value === "bigint") return Number(value);
  return typeof value === "number" ? value : undefined;
}

function listOf<T>(value: Json, read: (item: Json) => T): T[] | undefined {
  return Array.isArray(value) ? value.map(read) : undefined;
}

function texts(value: Json): string[] | undefined {
  return listOf(value, text);
}

function mapOf<T>(value: Json, read: (item: Json) => T): Map<string, T> | undefined {
  if (!isJsonObject(value)) return undefined;
  return new Map(Object.keys(value).map((name) => [name, read(value[name] ?? null)]));
}

function schemas(value: Json): JsonSchema[] | undefined {
  return listOf(value, parseSchema);
}

function schemaOrBool(value: Json): SchemaOrBool {
  if (isJsonObject(value)) return { allows: true, schema: parseSchema(value) };
  return { allows: value === true, schema: undefined };
}

function schemaOrArray(value: Json): SchemaOrArray {
  if (Array.isArray(value)) return { schema: undefined, schemas: value.map(parseSchema) };
  return { schema: isJsonObject(value) ? parseSchema(value) : undefined, schemas: undefined };
}

function schemaOrStrings(value: Json): SchemaOrStrings {
  if (!Array.isArray(value))
    return { schema: isJsonObject(value) ? parseSchema(value) : undefined, strings: undefined };
  return { schema: undefined, strings: value.map(text) };
}

function parseRule(value: Json): ValidationRule {
  const rule = isJsonObject(value) ? value : {};
  return {
    rule: text(member(rule, "rule")),
    message: text(member(rule, "message")),
    messageExpression: text(member(rule, "messageExpression")),
    reason: optionalText(member(rule, "reason")),
    fieldPath: text(member(rule, "fieldPath")),
    optionalOldSelf: optionalFlag(member(rule, "optionalOldSelf")),
  };
}

function parseDocs(value: Json): JsonSchema["externalDocs"] {
  return isJsonObject(value)
    ? { description: text(member(value, "description")), url: text(member(value, "url")) }
    : undefined;
}

const member = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? (object[key] ?? undefined) : undefined;

/**
 * Parses a schema that the decoder of CustomResourceDefinitions has accepted. A member of a wrong type counts
 * as absent.
 */
export function parseSchema(value: Json): JsonSchema {
  const schema = { ...BLANK };
  if (!isJsonObject(value)) return schema;
  for (const key in value) {
    const member = value[key];
    // Loops over the members that are present, because most members are absent.
    if (member !== undefined && member !== null) MEMBERS.get(key)?.(schema, member);
  }
  for (const key of emptiedNames(value)) MEMBERS.get(key)?.(schema, given(value, key) ?? null);
  return schema;
}

type Draft = { -readonly [Name in keyof JsonSchema]: JsonSchema[Name] };

const BLANK: JsonSchema = {
  id: "",
  schema: "",
  ref: undefined,
  description: "",
  type: "",
  nullable: false,
  format: "",
  title: "",
  default: undefined,
  maximum: undefined,
  exclusiveMaximum: false,
  minimum: undefined,
  exclusiveMinimum: false,
  maxLength: undefined,
  minLength: undefined,
  pattern: "",
  maxItems: undefined,
  minItems: undefined,
  uniqueItems: false,
  multipleOf: undefined,
  enum: undefined,
  maxProperties: undefined,
  minProperties: undefined,
  required: undefined,
  items: undefined,
  allOf: undefined,
  oneOf: undefined,
  anyOf: undefined,
  not: undefined,
  properties: undefined,
  additionalProperties: undefined,
  patternProperties: undefined,
  dependencies: undefined,
  additionalItems: undefined,
  definitions: undefined,
  externalDocs: undefined,
  example: undefined,
  preserveUnknown: undefined,
  embeddedResource: false,
  intOrString: false,
  listMapKeys: undefined,
  listType: undefined,
  mapType: undefined,
  validations: undefined,
};

type Read = (schema: Draft, value: Json) => void;

/** Returns a reader that stores a member in the field of that name. */
const into = <Name extends keyof Draft>(name: Name, read: (value: Json) => Draft[Name]): Read => {
  return (schema, value) => {
    schema[name] = read(value);
  };
};

/** Readers of members, by their names in JSON. */
const MEMBERS: ReadonlyMap<string, Read> = new Map([
  ["id", into("id", text)],
  ["$schema", into("schema", text)],
  ["$ref", into("ref", optionalText)],
  ["description", into("description", text)],
  ["type", into("type", text)],
  ["nullable", into("nullable", flag)],
  ["format", into("format", text)],
  ["title", into("title", text)],
  ["default", into("default", (value) => value)],
  ["maximum", into("maximum", number)],
  ["exclusiveMaximum", into("exclusiveMaximum", flag)],
  ["minimum", into("minimum", number)],
  ["exclusiveMinimum", into("exclusiveMinimum", flag)],
  ["maxLength", into("maxLength", number)],
  ["minLength", into("minLength", number)],
  ["pattern", into("pattern", text)],
  ["maxItems", into("maxItems", number)],
  ["minItems", into("minItems", number)],
  ["uniqueItems", into("uniqueItems", flag)],
  ["multipleOf", into("multipleOf", number)],
  ["enum", into("enum", (value) => listOf(value, (item) => item))],
  ["maxProperties", into("maxProperties", number)],
  ["minProperties", into("minProperties", number)],
  ["required", into("required", texts)],
  ["items", into("items", schemaOrArray)],
  ["allOf", into("allOf", schemas)],
  ["oneOf", into("oneOf", schemas)],
  ["anyOf", into("anyOf", schemas)],
  ["not", into("not", parseSchema)],
  ["properties", into("properties", (value) => mapOf(value, parseSchema))],
  ["additionalProperties", into("additionalProperties", schemaOrBool)],
  ["patternProperties", into("patternProperties", (value) => mapOf(value, parseSchema))],
  ["dependencies", into("dependencies", (value) => mapOf(value, schemaOrStrings))],
  ["additionalItems", into("additionalItems", schemaOrBool)],
  ["definitions", into("definitions", (value) => mapOf(value, parseSchema))],
  ["externalDocs", into("externalDocs", parseDocs)],
  ["example", into("example", (value) => value)],
  ["x-kubernetes-preserve-unknown-fields", into("preserveUnknown", optionalFlag)],
  ["x-kubernetes-embedded-resource", into("embeddedResource", flag)],
  ["x-kubernetes-int-or-string", into("intOrString", flag)],
  ["x-kubernetes-list-map-keys", into("listMapKeys", texts)],
  ["x-kubernetes-list-type", into("listType", optionalText)],
  ["x-kubernetes-map-type", into("mapType", optionalText)],
  ["x-kubernetes-validations", into("validations", (value) => listOf(value, parseRule))],
]);
