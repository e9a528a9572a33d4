import type { JsonSchema } from "./json-schema.ts";

/**
 * Returns true if `found` accepts a schema or a schema inside it. Starts with the schema itself, and stops at
 * the first that is accepted.
 */
export function someSchema(schema: JsonSchema, found: (schema: JsonSchema) => boolean): boolean {
  if (found(schema)) return true;
  for (const child of childSchemas(schema)) if (someSchema(child, found)) return true;
  return false;
}

/** Iterates over a schema and all schemas inside it. */
export function* schemasIn(root: JsonSchema): Generator<JsonSchema> {
  const left = [root];
  for (let schema = left.pop(); schema !== undefined; schema = left.pop()) {
    yield schema;
    for (const child of childSchemas(schema)) left.push(child);
  }
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
