import { isJsonObject, type JsonObject } from "../../../src/json/value.ts";
import type { Topic } from "../facts.ts";
import { servedVersions } from "./discovery.ts";

/** Fields of all types, with type, default and list type, from the OpenAPI documents. */
export const FIELDS: Topic = {
  name: "fields",
  allVersions: true,
  read: async (reference) => {
    const facts = new Map<string, string>();
    for (const version of await servedVersions(reference)) {
      const document = await reference.json(`/openapi/v3${version}`);
      if (!isJsonObject(document) || !isJsonObject(document.components)) continue;
      const { schemas } = document.components;
      if (!isJsonObject(schemas)) continue;
      for (const [name, schema] of Object.entries(schemas))
        if (isJsonObject(schema)) addFields(facts, shortName(name), schema);
    }
    return facts;
  },
};

function addFields(facts: Map<string, string>, type: string, schema: JsonObject): void {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const { properties, description: _, required: __, ...rest } = schema;
  facts.set(type, JSON.stringify(withoutTexts(rest)));
  if (!isJsonObject(properties)) return;
  for (const [field, value] of Object.entries(properties)) {
    if (!isJsonObject(value)) continue;
    const { description, ...facets } = value;
    facts.set(
      `${type}.${field}`,
      JSON.stringify(withoutTexts(required.includes(field) ? { ...facets, required: true } : facets)),
    );
  }
}

/** `io.k8s.api.core.v1.PodSpec` is `core.v1.PodSpec`. */
const shortName = (name: string): string => name.replace(/^io\.k8s\.(api\.|apimachinery\.pkg\.apis\.)?/, "");

/** A reference in `allOf` is written as its name. */
function withoutTexts(schema: JsonObject): JsonObject {
  const text = JSON.stringify(schema, (key, value) => (key === "description" ? undefined : value));
  return JSON.parse(
    text.replaceAll(/"#\/components\/schemas\/([^"]+)"/g, (_, name) => JSON.stringify(shortName(name))),
  );
}
