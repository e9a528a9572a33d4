import type { Json, JsonObject } from "../../../api/json.ts";

const METHODS = new Set(["get", "put", "post", "delete", "patch", "head", "options"]);

/** All documents of OpenAPI v3 as one of OpenAPI v2, which has the title and version of the first. `others`: schemas that are others there, by name. */
export function swagger(documents: readonly JsonObject[], others: JsonObject = {}): JsonObject {
  const paths: JsonObject = {};
  const definitions: JsonObject = {};
  for (const document of documents) {
    for (const [path, item] of Object.entries(object(document.paths))) paths[path] = pathItem(object(item));
    const { schemas } = object(document.components);
    for (const [name, schema] of Object.entries(object(schemas)))
      definitions[name] = merged(definitions[name], schemaV2(schema ?? {}));
  }
  for (const [name, schema] of Object.entries(others)) definitions[name] = schemaV2(schema ?? {});
  return {
    swagger: "2.0",
    info: object(documents[0]?.info),
    paths: sorted(paths),
    definitions: sorted(definitions),
    securityDefinitions: {
      BearerToken: {
        description: "Bearer Token authentication",
        type: "apiKey",
        name: "authorization",
        in: "header",
      },
    },
    security: [{ BearerToken: [] }],
  };
}

const object = (value: Json | undefined): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

const sorted = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

const GVK = "x-kubernetes-group-version-kind";

/** Options occur in many documents, each with the kinds of its group. */
function merged(known: Json | undefined, schema: Json): Json {
  if (known === undefined) return schema;
  const kinds = [...list(object(known)[GVK]), ...list(object(schema)[GVK])].map((kind) =>
    JSON.stringify(kind),
  );
  if (kinds.length === 0) return known;
  return { ...object(known), [GVK]: [...new Set(kinds)].map((text): Json => JSON.parse(text)) };
}

function pathItem(item: JsonObject): JsonObject {
  const entries = Object.entries(item).map(([key, value]): [string, Json] => {
    if (METHODS.has(key)) return [key, operation(object(value))];
    return [key, key === "parameters" ? list(value).map(parameter) : (value ?? null)];
  });
  return Object.fromEntries(entries);
}

function parameter(value: Json): Json {
  const { schema, ...rest } = object(value);
  return { ...rest, ...object(schema) };
}

function operation(value: JsonObject): JsonObject {
  const { requestBody, parameters, responses, ...rest } = value;
  const bodyTypes = Object.keys(object(object(requestBody).content));
  const answerTypes = Object.keys(object(object(object(responses)["200"]).content));
  return {
    ...rest,
    consumes: bodyTypes.length === 0 ? ["*/*"] : bodyTypes,
    produces: answerTypes,
    schemes: ["https"],
    ...parametersOf([...bodyParameter(object(requestBody)), ...list(parameters).map(parameter)]),
    responses: Object.fromEntries(
      Object.entries(object(responses)).map(([code, answer]) => [code, response(object(answer))]),
    ),
  };
}

const parametersOf = (parameters: Json[]): JsonObject => (parameters.length === 0 ? {} : { parameters });

function bodyParameter({ content, required }: JsonObject): Json[] {
  const [first] = Object.values(object(content));
  if (first === undefined) return [];
  return [
    {
      name: "body",
      in: "body",
      ...(required ? { required } : {}),
      schema: schemaV2(object(first).schema ?? {}),
    },
  ];
}

function response({ description, content }: JsonObject): JsonObject {
  const [first] = Object.values(object(content));
  return {
    description: description ?? "",
    ...(first === undefined ? {} : { schema: schemaV2(object(first).schema ?? {}) }),
  };
}

/** What OpenAPI v2 cannot say is left out: choices, null; defaults are not published there. */
function schemaV2(value: Json): Json {
  const {
    allOf,
    oneOf,
    anyOf: _any,
    not: _not,
    nullable: _null,
    default: _default,
    ...schema
  } = object(value);
  const [reference] = list(allOf).map(object);
  const $ref = reference?.$ref ?? schema.$ref;
  if (typeof $ref === "string") return referring(schema, referenceV2($ref));
  const choice = oneOf !== undefined && schema.type === undefined ? { type: "string" } : {};
  return { ...choice, ...nested(schema) };
}

/** What is said beside a reference: the words before it, the rest behind. */
function referring({ description, $ref: _$ref, ...rest }: JsonObject, $ref: string): JsonObject {
  return { ...(description === undefined ? {} : { description }), $ref, ...rest };
}

const referenceV2 = (reference: string): string =>
  reference.replace("#/components/schemas/", "#/definitions/");

function nested(schema: JsonObject): JsonObject {
  const { properties, items, additionalProperties } = schema;
  const members = Object.entries(object(properties)).map(([name, member]): [string, Json] => [
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
