import { isJsonObject, type Json, type JsonObject, record } from "../../../json/value.ts";
import type { KindDefinition } from "../../../resources/kind.ts";
import type { FoundKind } from "../../../resources/registry.ts";
import { type JsonSchema, parseSchema } from "../../../schema/json-schema.ts";
import { type DeclaredType, declaredType } from "../../../schema/rules/declared-type.ts";
import { kindSchema } from "../../describe/openapi/document.ts";

const known = new WeakMap<KindDefinition, DeclaredType>();

/** Returns the type of a kind's objects for expressions, from the published schema. Undefined if it has none. */
export function kindType(found: FoundKind): DeclaredType | undefined {
  const made = known.get(found.kind) ?? declaredType(parseSchema(wholeSchema(found)), true);
  if (made !== undefined) known.set(found.kind, made);
  return made;
}

/**
 * Returns the names of the fields that have values, but no type for expressions, such as quantities: the type checker
 * does not know them, and the evaluation does.
 */
export function untypedFields(found: FoundKind): ReadonlySet<string> {
  const names = new Set<string>();
  addUntyped(parseSchema(wholeSchema(found)), names);
  return names;
}

function addUntyped(schema: JsonSchema | undefined, names: Set<string>): void {
  for (const [name, field] of schema?.properties ?? []) {
    if (declaredType(field, field.embeddedResource) === undefined) names.add(name);
    else addUntyped(field, names);
  }
  if (schema?.items?.schema !== undefined) addUntyped(schema.items.schema, names);
  if (schema?.additionalProperties?.schema !== undefined)
    addUntyped(schema.additionalProperties.schema, names);
}

/** Returns the published schema with all references resolved. */
function wholeSchema(found: FoundKind): JsonObject {
  const { definitions, root } = kindSchema(found);
  return resolve(root, definitions, []);
}

const PREFIX = "#/components/schemas/";

function resolve(schema: JsonObject, definitions: JsonObject, path: readonly string[]): JsonObject {
  const name = referenceIn(schema);
  if (name === undefined) return resolveMembers(schema, definitions, path);
  // A type inside itself is any object.
  if (path.includes(name)) return { type: "object" };
  return resolveMembers(record(definitions[name]), definitions, [...path, name]);
}

/** Returns the referenced name. A reference is inside `allOf` if there are other keywords beside it. */
function referenceIn({ $ref, allOf }: JsonObject): string | undefined {
  if (typeof $ref === "string") return $ref.slice(PREFIX.length);
  for (const part of Array.isArray(allOf) ? allOf : []) {
    const inner = isJsonObject(part) ? referenceIn(part) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function resolveMembers(schema: JsonObject, definitions: JsonObject, path: readonly string[]): JsonObject {
  const inside = (value: Json | undefined): Json =>
    isJsonObject(value) ? resolve(value, definitions, path) : (value ?? null);
  const { properties, additionalProperties, items, format } = schema;
  return {
    ...schema,
    ...(isJsonObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [name, inside(value)]),
      ),
    }),
    ...(isJsonObject(additionalProperties) && { additionalProperties: inside(additionalProperties) }),
    ...(isJsonObject(items) && { items: inside(items) }),
    // Built-in kinds use the format for it.
    ...(format === "int-or-string" && { "x-kubernetes-int-or-string": true }),
  };
}
