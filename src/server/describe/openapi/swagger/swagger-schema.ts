import { type Json, type JsonObject, record, records } from "../../../../json/value.ts";

/**
 * Converts a schema of OpenAPI v3 to one of v2. Members without a form in version 2 are omitted:
 * alternatives, null; the reference publishes no defaults there.
 */
export function schemaV2(value: Json): JsonObject {
  const {
    allOf,
    oneOf,
    anyOf: _any,
    not: _not,
    nullable: _null,
    default: _default,
    ...schema
  } = record(value);
  const [reference] = records(allOf);
  const $ref = reference?.$ref ?? schema.$ref;
  if (typeof $ref === "string") return referring(schema, referenceV2($ref));
  if (oneOf === undefined || schema.type !== undefined) return nested(schema);
  const { description, ...rest } = nested(schema);
  return { ...(description === undefined ? {} : { description }), type: "string", ...rest };
}

/** Builds a reference with its siblings: the description before it, the others after it. */
function referring({ description, $ref: _$ref, ...rest }: JsonObject, $ref: string): JsonObject {
  return { ...(description === undefined ? {} : { description }), $ref, ...rest };
}

const referenceV2 = (reference: string): string =>
  reference.replace("#/components/schemas/", "#/definitions/");

function nested(schema: JsonObject): JsonObject {
  const { properties, items, additionalProperties } = schema;
  const members = Object.entries(record(properties)).map(([name, member]): [string, Json] => [
    name,
    schemaV2(member ?? {}),
  ]);
  return {
    ...schema,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(members) }),
    ...(items === undefined ? {} : { items: schemaV2(items) }),
    ...(typeof additionalProperties === "object"
      ? { additionalProperties: schemaV2(additionalProperties) }
      : {}),
  };
}
