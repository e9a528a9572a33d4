import { type Json, type JsonObject, record } from "../../../api/json.ts";
import { SERVER_KINDS } from "./options-kinds.ts";
import { SharedParameters } from "./shared-parameters.ts";
import { pathItemV2 } from "./swagger-operation.ts";
import { schemaV2 } from "./swagger-schema.ts";

/** All documents of OpenAPI v3 as one of OpenAPI v2, which has the title and version of the first. `others`: schemas that are others there, by name. */
export function swagger(documents: readonly JsonObject[], others: JsonObject = {}): JsonObject {
  const paths: JsonObject = {};
  const definitions: JsonObject = {};
  const shared = new SharedParameters();
  for (const document of documents) {
    for (const [path, item] of Object.entries(record(document.paths)))
      paths[path] = shared.replaced(pathItemV2(record(item)));
    const { schemas } = record(document.components);
    for (const [name, schema] of Object.entries(record(schemas)))
      definitions[name] ??= ofAllGroups(name, schemaV2(schema ?? {}));
  }
  for (const [name, schema] of Object.entries(others)) definitions[name] = schemaV2(schema ?? {});
  return {
    swagger: "2.0",
    info: record(documents[0]?.info),
    paths: sorted(paths),
    definitions: sorted(definitions),
    parameters: shared.parameters,
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

const sorted = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

const GVK = "x-kubernetes-group-version-kind";
const OF_ALL_GROUPS = /^io\.k8s\.apimachinery\.pkg\.apis\.meta\.v1\.(DeleteOptions|WatchEvent)$/;

/** Options and events name the kinds of every group that the reference's scheme has. */
function ofAllGroups(name: string, schema: JsonObject): JsonObject {
  const kind = OF_ALL_GROUPS.exec(name)?.[1];
  if (kind === undefined) return schema;
  const kinds = SERVER_KINDS.map(({ group, version }): Json => ({ group, kind, version }));
  return { ...schema, [GVK]: kinds };
}
