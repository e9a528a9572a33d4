import { isJsonObject, type Json, type JsonObject } from "../../../json/value.ts";

/** Members of documents, operations and schemas in the order of output; others follow, by name. */
const ORDER = [
  ...["openapi", "info", "paths", "components", "schemas", "securitySchemes"],
  ...["get", "put", "post", "delete", "options", "head", "patch"],
  ...["tags", "name", "in", "$ref", "description", "operationId", "parameters", "requestBody", "responses"],
  ...["type", "nullable", "format", "title", "default", "maximum", "exclusiveMaximum", "minimum"],
  ...["exclusiveMinimum", "maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems"],
  ...["multipleOf", "enum", "content", "maxProperties", "minProperties", "required", "schema", "items"],
  ...["allOf", "oneOf", "anyOf", "not", "properties", "additionalProperties"],
];
const RANKS: ReadonlyMap<string, number> = new Map(ORDER.map((name, index) => [name, index]));

/** Members whose keys are chosen by authors (paths, types, fields); the keys are sorted by name. */
const NAMES: ReadonlySet<string> = new Set([
  "paths",
  "schemas",
  "properties",
  "content",
  "responses",
  "fields-to-discriminateBy",
]);
/** Members whose values keep their order. */
const AS_IT_IS: ReadonlySet<string> = new Set([
  "default",
  "enum",
  "example",
  "securitySchemes",
  "x-kubernetes-validations",
]);
const GVK = "x-kubernetes-group-version-kind";

/** Returns the document with its members in the reference's order: equal documents have equal bytes. */
export const inCanonicalOrder = (document: JsonObject): JsonObject => ordered(document, byRank);

type Compare = (a: string, b: string) => number;

const byName: Compare = (a, b) => (a < b ? -1 : 1);

const rankOf = (name: string): number =>
  RANKS.get(name) ?? (name.startsWith("x-") ? ORDER.length + 1 : ORDER.length);
// In a path item, the operations precede the other members.
const byRank: Compare = (a, b) => rankOf(a) - rankOf(b) || byName(a, b);

function ordered(value: JsonObject, compare: Compare): JsonObject {
  const names = Object.keys(value).sort(compare);
  return Object.fromEntries(
    names.map((name): [string, Json] => [name, member(name, value[name] ?? null, compare)]),
  );
}

function member(name: string, value: Json, compare: Compare): Json {
  // Inside a map of names every member is a schema, an operation or the like, for any name.
  const named = compare === byName;
  if (!named && AS_IT_IS.has(name)) return value;
  if (!named && name === GVK) return Array.isArray(value) ? value.map((kind) => sorted(kind)) : value;
  const inner = !named && NAMES.has(name) ? byName : byRank;
  if (Array.isArray(value)) return value.map((item) => (isJsonObject(item) ? ordered(item, byRank) : item));
  return isJsonObject(value) ? ordered(value, inner) : value;
}

const sorted = (value: Json): Json => (isJsonObject(value) ? ordered(value, byName) : value);
