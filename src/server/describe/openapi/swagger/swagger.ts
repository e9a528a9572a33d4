import type { Steps } from "../../../../async/steps.ts";
import { withSortedMembers } from "../../../../json/object.ts";
import { type Json, type JsonObject, record } from "../../../../json/value.ts";
import { SERVER_KINDS } from "../schemas/options-kinds.ts";
import { SharedParameters } from "./shared-parameters.ts";
import { pathItemV2 } from "./swagger-operation.ts";
import { schemaV2 } from "./swagger-schema.ts";

/**
 * Merges all documents of OpenAPI v3 into one of OpenAPI v2, which has the title and version of the first.
 * `others`: names and schemas that are different there.
 */
export function* swaggerSteps(
  documents: Iterable<JsonObject>,
  others: Iterable<readonly [name: string, schema: Json]>,
): Steps<JsonObject> {
  const paths: JsonObject = {};
  const definitions: JsonObject = {};
  const shared = new SharedParameters();
  let info: JsonObject | undefined;
  for (const document of documents) {
    info ??= record(document.info);
    for (const [path, item] of Object.entries(record(document.paths))) {
      yield;
      paths[path] = shared.replaced(pathItemV2(record(item)));
    }
    const { schemas } = record(document.components);
    for (const [name, schema] of Object.entries(record(schemas))) {
      if (definitions[name] !== undefined) continue;
      yield;
      definitions[name] = ofAllGroups(name, schemaV2(schema ?? {}));
    }
  }
  for (const [name, schema] of others) {
    yield;
    definitions[name] = schemaV2(schema);
  }
  return {
    swagger: "2.0",
    info: info ?? {},
    paths: withSortedMembers(paths),
    definitions: withSortedMembers(definitions),
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

const GVK = "x-kubernetes-group-version-kind";
const OF_ALL_GROUPS = /^io\.k8s\.apimachinery\.pkg\.apis\.meta\.v1\.(DeleteOptions|WatchEvent)$/;

/** Adds the kinds of every group in the reference's scheme to options and events. */
function ofAllGroups(name: string, schema: JsonObject): JsonObject {
  const kind = OF_ALL_GROUPS.exec(name)?.[1];
  if (kind === undefined) return schema;
  const kinds = SERVER_KINDS.map(({ group, version }): Json => ({ group, kind, version }));
  return { ...schema, [GVK]: kinds };
}
