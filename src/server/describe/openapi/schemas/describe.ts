import { isJsonObject, type Json, type JsonObject } from "../../../../json/value.ts";
import { publishedTexts, type TypeTexts } from "./published-texts.ts";
import type { Schemas } from "./schemas.ts";

/** Returns the schemas with the known descriptions of their types and fields. */
export function describedSchemas({ definitions, orders }: Schemas): JsonObject {
  return Object.fromEntries(
    Object.entries(definitions).map(([name, schema]): [string, Json] => {
      const texts = publishedTexts(name);
      return [name, texts === undefined ? schema : describedType(name, schema, texts, orders.get(name))];
    }),
  );
}

function describedType(
  name: string,
  schema: JsonObject,
  texts: TypeTexts,
  order: readonly string[] | undefined,
): JsonObject {
  const { type, required = requiredFields(texts, order), properties, ...rest } = schema;
  const known = properties as Readonly<Record<string, JsonObject>> | undefined;
  return {
    ...descriptionOf(texts.description),
    ...(type === undefined ? {} : { type }),
    ...(required === undefined ? {} : { required }),
    ...(known === undefined ? {} : { properties: fieldsOf(name, known, texts) }),
    ...rest,
  };
}

/** Returns the required fields in the order of declaration. */
function requiredFields(
  { required = [] }: TypeTexts,
  order: readonly string[] = required,
): string[] | undefined {
  const found = order.filter((name) => required.includes(name));
  return found.length === 0 ? undefined : found;
}

const descriptionOf = (text: string | undefined): JsonObject =>
  text === undefined ? {} : { description: text };

/** Fields whose descriptions are equal in all kinds. */
const OF_ALL_KINDS: ReadonlySet<string> = new Set(["apiVersion", "kind"]);

/** The type whose fields of a type have no description in the reference. */
const UNDESCRIBED = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps";

function fieldsOf(
  type: string,
  properties: Readonly<Record<string, JsonObject>>,
  { fields, enums = {} }: TypeTexts,
): JsonObject {
  const shared = publishedTexts("")?.fields ?? {};
  const entries = Object.entries(properties).map(([name, schema]): [string, Json] => {
    const text = fields[name] ?? (OF_ALL_KINDS.has(name) ? shared[name] : undefined);
    const described = { ...descriptionOf(text), ...withValues(schema, enums[name]) };
    return [name, type === UNDESCRIBED ? bare(described) : described];
  });
  return Object.fromEntries(entries);
}

/** Replaces a list of one reference by the reference, if it has no sibling members. */
function bare(schema: JsonObject): JsonObject {
  const [only] = Object.keys(schema).length === 1 ? ((schema.allOf ?? []) as JsonObject[]) : [];
  return only ?? schema;
}

function withValues(schema: JsonObject, values: readonly string[] | undefined): JsonObject {
  if (values === undefined) return schema;
  const inner = schema.items === undefined ? "additionalProperties" : "items";
  const elements = schema[inner];
  if (!isJsonObject(elements)) return { ...schema, enum: [...values] };
  return { ...schema, [inner]: { ...elements, enum: [...values] } };
}
