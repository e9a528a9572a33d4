import { isJsonObject, type Json, type JsonObject } from "../api/json.ts";

/**
 * An OpenAPI v3 schema as the reference holds it (apiextensions JSONSchemaProps): every member present, texts empty
 * where they are absent, `undefined` where the reference has a nil pointer.
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

export type SchemaMap = ReadonlyMap<string, JsonSchema>;

export interface SchemaOrArray {
  readonly schema: JsonSchema | undefined;
  readonly schemas: readonly JsonSchema[] | undefined;
}

export interface SchemaOrBool {
  readonly allows: boolean;
  readonly schema: JsonSchema | undefined;
}

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

const member = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? (object[key] ?? undefined) : undefined;

function textOf(object: JsonObject, key: string): string {
  const value = member(object, key);
  return typeof value === "string" ? value : "";
}

function optionalText(object: JsonObject, key: string): string | undefined {
  const value = member(object, key);
  return typeof value === "string" ? value : undefined;
}

const flag = (object: JsonObject, key: string): boolean => member(object, key) === true;

function optionalFlag(object: JsonObject, key: string): boolean | undefined {
  const value = member(object, key);
  return typeof value === "boolean" ? value : undefined;
}

function numberOf(object: JsonObject, key: string): number | undefined {
  const value = member(object, key);
  if (typeof value === "bigint") return Number(value);
  return typeof value === "number" ? value : undefined;
}

function listOf<T>(object: JsonObject, key: string, read: (item: Json) => T): T[] | undefined {
  const value = member(object, key);
  return Array.isArray(value) ? value.map(read) : undefined;
}

const texts = (object: JsonObject, key: string): string[] | undefined =>
  listOf(object, key, (item) => (typeof item === "string" ? item : ""));

function mapOf<T>(object: JsonObject, key: string, read: (item: Json) => T): Map<string, T> | undefined {
  const value = member(object, key);
  if (!isJsonObject(value)) return undefined;
  return new Map(Object.keys(value).map((name) => [name, read(value[name] ?? null)]));
}

const schemaOf = (object: JsonObject, key: string): JsonSchema | undefined => {
  const value = member(object, key);
  return value === undefined ? undefined : parseSchema(value);
};

const schemas = (object: JsonObject, key: string): JsonSchema[] | undefined =>
  listOf(object, key, parseSchema);

function schemaOrBool(object: JsonObject, key: string): SchemaOrBool | undefined {
  const value = member(object, key);
  if (isJsonObject(value)) return { allows: true, schema: parseSchema(value) };
  return value === undefined ? undefined : { allows: value === true, schema: undefined };
}

function schemaOrArray(object: JsonObject, key: string): SchemaOrArray | undefined {
  const value = member(object, key);
  if (Array.isArray(value)) return { schema: undefined, schemas: value.map(parseSchema) };
  return value === undefined ? undefined : { schema: parseSchema(value), schemas: undefined };
}

function schemaOrStrings(value: Json): SchemaOrStrings {
  if (!Array.isArray(value)) return { schema: parseSchema(value), strings: undefined };
  return { schema: undefined, strings: value.map((item) => (typeof item === "string" ? item : "")) };
}

function parseRule(value: Json): ValidationRule {
  const object = isJsonObject(value) ? value : {};
  return {
    rule: textOf(object, "rule"),
    message: textOf(object, "message"),
    messageExpression: textOf(object, "messageExpression"),
    reason: optionalText(object, "reason"),
    fieldPath: textOf(object, "fieldPath"),
    optionalOldSelf: optionalFlag(object, "optionalOldSelf"),
  };
}

function parseDocs(object: JsonObject): JsonSchema["externalDocs"] {
  const value = member(object, "externalDocs");
  return isJsonObject(value)
    ? { description: textOf(value, "description"), url: textOf(value, "url") }
    : undefined;
}

/** Reads a schema that the decoder of CustomResourceDefinitions has let through; what is of a wrong type counts as absent. */
export function parseSchema(value: Json): JsonSchema {
  const object = isJsonObject(value) ? value : {};
  return {
    id: textOf(object, "id"),
    schema: textOf(object, "$schema"),
    ref: optionalText(object, "$ref"),
    description: textOf(object, "description"),
    type: textOf(object, "type"),
    nullable: flag(object, "nullable"),
    format: textOf(object, "format"),
    title: textOf(object, "title"),
    default: member(object, "default"),
    maximum: numberOf(object, "maximum"),
    exclusiveMaximum: flag(object, "exclusiveMaximum"),
    minimum: numberOf(object, "minimum"),
    exclusiveMinimum: flag(object, "exclusiveMinimum"),
    maxLength: numberOf(object, "maxLength"),
    minLength: numberOf(object, "minLength"),
    pattern: textOf(object, "pattern"),
    maxItems: numberOf(object, "maxItems"),
    minItems: numberOf(object, "minItems"),
    uniqueItems: flag(object, "uniqueItems"),
    multipleOf: numberOf(object, "multipleOf"),
    enum: listOf(object, "enum", (item) => item),
    maxProperties: numberOf(object, "maxProperties"),
    minProperties: numberOf(object, "minProperties"),
    required: texts(object, "required"),
    items: schemaOrArray(object, "items"),
    allOf: schemas(object, "allOf"),
    oneOf: schemas(object, "oneOf"),
    anyOf: schemas(object, "anyOf"),
    not: schemaOf(object, "not"),
    properties: mapOf(object, "properties", parseSchema),
    additionalProperties: schemaOrBool(object, "additionalProperties"),
    patternProperties: mapOf(object, "patternProperties", parseSchema),
    dependencies: mapOf(object, "dependencies", schemaOrStrings),
    additionalItems: schemaOrBool(object, "additionalItems"),
    definitions: mapOf(object, "definitions", parseSchema),
    externalDocs: parseDocs(object),
    example: member(object, "example"),
    preserveUnknown: optionalFlag(object, "x-kubernetes-preserve-unknown-fields"),
    embeddedResource: flag(object, "x-kubernetes-embedded-resource"),
    intOrString: flag(object, "x-kubernetes-int-or-string"),
    listMapKeys: texts(object, "x-kubernetes-list-map-keys"),
    listType: optionalText(object, "x-kubernetes-list-type"),
    mapType: optionalText(object, "x-kubernetes-map-type"),
    validations: listOf(object, "x-kubernetes-validations", parseRule),
  };
}

/** Walks a schema and all schemas inside it, itself first; stops as soon as `found` says so, and tells whether it did. */
export function someSchema(schema: JsonSchema, found: (schema: JsonSchema) => boolean): boolean {
  if (found(schema)) return true;
  for (const child of childSchemas(schema)) if (someSchema(child, found)) return true;
  return false;
}

function* childSchemas(schema: JsonSchema): Generator<JsonSchema> {
  if (schema.items?.schema !== undefined) yield schema.items.schema;
  yield* schema.items?.schemas ?? [];
  yield* schema.allOf ?? [];
  yield* schema.anyOf ?? [];
  yield* schema.oneOf ?? [];
  if (schema.not !== undefined) yield schema.not;
  yield* schema.properties?.values() ?? [];
  if (schema.additionalProperties?.schema !== undefined) yield schema.additionalProperties.schema;
  yield* schema.patternProperties?.values() ?? [];
  if (schema.additionalItems?.schema !== undefined) yield schema.additionalItems.schema;
  yield* schema.definitions?.values() ?? [];
  for (const { schema: dependent } of schema.dependencies?.values() ?? [])
    if (dependent !== undefined) yield dependent;
}
