import { withSortedKeys } from "../../../../api/object/key-order.ts";
import { isJsonObject, type Json, type JsonObject, record } from "../../../../json/value.ts";
import { publishedTexts } from "./published-texts.ts";

const CONVENTIONS = "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md";
const PRESERVES = "x-kubernetes-preserve-unknown-fields";
const VALIDATIONS = "x-kubernetes-validations";
const TEXT: JsonObject = { type: "string" };

/**
 * Builds the fields that all objects have, as every custom kind describes them. `metadata`: a reference to
 * ObjectMeta.
 */
export const typeFields = (): JsonObject => ({
  apiVersion: { ...description("", "apiVersion"), ...TEXT },
  kind: { ...description("", "kind"), ...TEXT },
});

/** `metadata` of objects or lists, with the description that the types of the core group have. */
export const metadataField = (type: "Pod" | "PodList", metadata: JsonObject): JsonObject => ({
  ...description(`io.k8s.api.core.v1.${type}`, "metadata"),
  allOf: [metadata],
});

function description(type: string, field: string): JsonObject {
  const text = publishedTexts(type)?.fields[field];
  return text === undefined ? {} : { description: text };
}

/**
 * Returns the schema of a definition in the form of OpenAPI v3 (apiextensions-apiserver,
 * pkg/controller/openapi/builder, buildKubeNative). Without a declared schema no fields are named: kubectl
 * would refuse all others.
 */
export function publishedSchema(declared: JsonObject | undefined, metadata: JsonObject): JsonObject {
  if (declared === undefined) return { type: "object" };
  return withObjectFields(publish(declared, metadata, unfolded), metadata);
}

/**
 * Returns the same for OpenAPI v2, still in the terms of v3: with fewer members, because kubectl misreads
 * many of the others.
 */
export function publishedSchemaV2(declared: JsonObject | undefined, metadata: JsonObject): JsonObject {
  if (declared === undefined || declared[PRESERVES] === true) return { type: "object" };
  return withObjectFields(publish(declared, metadata, simplified), metadata);
}

const withObjectFields = (schema: JsonObject, metadata: JsonObject): JsonObject => ({
  ...schema,
  properties: { ...record(schema.properties), ...typeFields(), metadata: metadataField("Pod", metadata) },
});

type Form = (schema: JsonObject) => JsonObject;

/** Converts a schema and its nested ones to the form; the outer one first. */
function publish(declared: JsonObject, metadata: JsonObject, form: Form): JsonObject {
  const schema = form(inOrder(declared));
  const inner = (value: Json): Json => (isJsonObject(value) ? publish(value, metadata, form) : value);
  for (const name of ["items", "additionalProperties"]) {
    const value = schema[name];
    if (value !== undefined) schema[name] = inner(value);
  }
  if (isJsonObject(schema.properties)) schema.properties = eachMember(schema.properties, inner);
  const adds = form === unfolded || schema[PRESERVES] !== true;
  return adds && schema["x-kubernetes-embedded-resource"] === true ? embedding(schema, metadata) : schema;
}

const eachMember = (object: JsonObject, change: (value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value ?? null)]));

/** Returns a copy with values and rules in the order of Go's output. */
function inOrder(schema: JsonObject): JsonObject {
  const copy = { ...schema };
  for (const name of ["default", "example", "enum"]) {
    const value = copy[name];
    if (value !== undefined) copy[name] = deeplySorted(value);
  }
  const rules = copy[VALIDATIONS];
  if (Array.isArray(rules)) copy[VALIDATIONS] = rules.map((rule) => orderedRule(record(rule)));
  return copy;
}

function deeplySorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(deeplySorted);
  return isJsonObject(value) ? eachMember(withSortedKeys(value), deeplySorted) : value;
}

const RULE = ["rule", "message", "messageExpression", "reason", "fieldPath", "optionalOldSelf"];

const orderedRule = (rule: JsonObject): JsonObject =>
  Object.fromEntries(
    RULE.filter((name) => rule[name] !== undefined).map((name) => [name, rule[name] ?? null]),
  );

const INT_OR_STRING: Json = [{ type: "integer" }, { type: "string" }];

/** Rewrites `x-kubernetes-int-or-string` in terms of OpenAPI (schema.Unfold). */
function unfolded(schema: JsonObject): JsonObject {
  if (schema["x-kubernetes-int-or-string"] !== true) return schema;
  const { anyOf, allOf } = schema;
  const [first] = Array.isArray(allOf) ? allOf : [];
  if (isUnfolded(anyOf) || isUnfolded(record(first).anyOf)) return schema;
  if (anyOf === undefined) return { ...schema, anyOf: INT_OR_STRING };
  return { ...schema, allOf: [{ anyOf: INT_OR_STRING }, ...(Array.isArray(allOf) ? allOf : [])] };
}

const isUnfolded = (anyOf: Json | undefined): boolean =>
  JSON.stringify(anyOf) === JSON.stringify(INT_OR_STRING);

/**
 * Removes the members that kubectl cannot process (pkg/controller/openapi/v2/conversion.go,
 * ToStructuralOpenAPIV2).
 */
function simplified(declared: JsonObject): JsonObject {
  const {
    allOf: _all,
    anyOf: _any,
    oneOf: _one,
    not: _not,
    default: _default,
    nullable,
    ...schema
  } = declared;
  const preserves = schema[PRESERVES] === true;
  if (nullable === true || preserves) {
    delete schema.items;
    delete schema.properties;
  }
  const untyped =
    nullable === true ||
    (schema.type === "array" && schema.items === undefined) ||
    (schema.type === "object" && preserves);
  if (untyped) delete schema.type;
  const rules = schema[VALIDATIONS];
  if (Array.isArray(rules)) schema[VALIDATIONS] = rules.map((rule) => withSortedKeys(record(rule)));
  requireOthers(schema);
  return schema;
}

/** Removes nullable fields from the required ones. */
function requireOthers(schema: JsonObject): void {
  const { required, properties, additionalProperties } = schema;
  if (!Array.isArray(required)) return;
  const fields = record(properties);
  const left = required.filter((name) => record(fields[String(name)]).nullable !== true);
  if (left.length === 0 || record(additionalProperties).nullable === true) delete schema.required;
  else schema.required = left;
}

/** Adds the fields of all objects to an embedded resource (addEmbeddedProperties). */
function embedding(schema: JsonObject, metadata: JsonObject): JsonObject {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return {
    ...schema,
    required: [...required, ...["kind", "apiVersion"].filter((name) => !required.includes(name))],
    properties: {
      ...record(schema.properties),
      apiVersion: { description: EMBEDDED_VERSION, ...TEXT },
      kind: { description: EMBEDDED_KIND, ...TEXT },
      metadata: metadataField("Pod", metadata),
    },
  };
}

const EMBEDDED_VERSION = `apiVersion defines the versioned schema of this representation of an object. More info: ${CONVENTIONS}#resources`;
const EMBEDDED_KIND = `kind is a string value representing the type of this object. In CamelCase. More info: ${CONVENTIONS}#types-kinds`;
