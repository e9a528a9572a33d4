import { PATCH_MEDIA_TYPES } from "../../../../api/exchange/patch-media-types.ts";
import { withSortedMembers } from "../../../../json/object.ts";
import { isJsonObject, type Json, type JsonObject, record, records } from "../../../../json/value.ts";
import { byNameAndPlace } from "../operations/operation.ts";
import { schemaV2 } from "./swagger-schema.ts";

/** Methods of a path item, in the order of the reference (kube-openapi, spec.PathItemProps). */
const METHODS = ["get", "put", "post", "delete", "options", "head", "patch"];

const PROTOBUF = "application/vnd.kubernetes.protobuf";
const { json, merge, strategic, apply } = PATCH_MEDIA_TYPES;
/** Media types in the order of version 2, in which the reference registers them; version 3 sorts them. */
const MEDIA_TYPES = [
  "text/plain",
  "application/json",
  "application/yaml",
  PROTOBUF,
  "application/json;stream=watch",
  `${PROTOBUF};stream=watch`,
  ...[json, merge, strategic, apply],
];

/** Converts the operations of a path and their common members to OpenAPI v2. */
export function pathItemV2(item: JsonObject): JsonObject {
  const methods = METHODS.filter((method) => item[method] !== undefined);
  return {
    ...Object.fromEntries(methods.map((method) => [method, operation(record(item[method]))])),
    ...parametersOf(records(item.parameters).map(parameter)),
  };
}

/**
 * Converts a parameter. Its members have the order of the reference: the names of shared parameters are
 * hashes of their text.
 */
function parameter({ schema, description, name, in: place, required }: JsonObject): JsonObject {
  const { uniqueItems, type, ...rest } = record(schema);
  return {
    ...(uniqueItems === undefined ? {} : { uniqueItems }),
    ...(type === undefined ? {} : { type }),
    ...rest,
    ...(description === undefined ? {} : { description }),
    name: name ?? "",
    in: place ?? "",
    ...(required === undefined ? {} : { required }),
  };
}

function operation(value: JsonObject): JsonObject {
  const { requestBody, parameters, responses, description, tags, operationId, ...extensions } = value;
  const produces = inOrder(contentOf(record(responses)["200"]));
  const own = [...bodyParameter(record(requestBody)), ...records(parameters).map(parameter)];
  return {
    ...(description === undefined ? {} : { description }),
    ...consumed(value, produces),
    produces,
    schemes: ["https"],
    ...(tags === undefined ? {} : { tags }),
    ...(operationId === undefined ? {} : { operationId }),
    ...parametersOf(own),
    responses: Object.fromEntries(
      Object.entries(record(responses)).map(([code, answer]) => [code, response(record(answer))]),
    ),
    ...(AGGREGATOR.test(String(operationId)) ? extensions : inOrderOfNames(extensions)),
  };
}

/**
 * Returns the media types that an operation reads. Version 3 has them for bodies only: built-in kinds read
 * any, custom ones those of their responses, and so do pages without a kind, except those that return no
 * objects.
 */
function consumed(operation: JsonObject, produces: string[]): JsonObject {
  const patches = contentOf(operation.requestBody).filter((type) => type.includes("patch"));
  if (patches.length > 0) return { consumes: inOrder(patches) };
  if (operation["x-kubernetes-action"] !== undefined)
    return { consumes: produces.join() === CUSTOM ? produces : ["*/*"] };
  const [content] = Object.values(record(record(record(operation.responses)["200"]).content));
  return record(record(content).schema).$ref === undefined ? {} : { consumes: produces };
}

/**
 * Operations of the reference's aggregator: it does not parse its own document, so that their members keep
 * the order of Go.
 */
const AGGREGATOR = /^[a-z]+Apiregistration/;

/** Sorts extensions, and the members of their values, by name. */
const inOrderOfNames = (extensions: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(withSortedMembers(extensions)).map(([name, value]): [string, Json] => [
      name,
      isJsonObject(value) ? withSortedMembers(value) : (value ?? null),
    ]),
  );

const CUSTOM = "application/json,application/yaml";

const contentOf = (value: Json | undefined): string[] => Object.keys(record(record(value).content));

const inOrder = (types: readonly string[]): string[] =>
  [...types].sort((a, b) => MEDIA_TYPES.indexOf(a) - MEDIA_TYPES.indexOf(b));

const parametersOf = (parameters: JsonObject[]): JsonObject =>
  parameters.length === 0 ? {} : { parameters: parameters.sort(byNameAndPlace) };

function bodyParameter({ content, required }: JsonObject): JsonObject[] {
  const [first] = Object.values(record(content));
  if (first === undefined) return [];
  return [
    {
      name: "body",
      in: "body",
      ...(required ? { required } : {}),
      schema: schemaV2(record(first).schema ?? {}),
    },
  ];
}

function response({ description, content }: JsonObject): JsonObject {
  const [first] = Object.values(record(content));
  return {
    description: description ?? "",
    ...(isJsonObject(first) ? { schema: schemaV2(first.schema ?? {}) } : {}),
  };
}
