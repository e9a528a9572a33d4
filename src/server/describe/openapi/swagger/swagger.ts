import type { Steps } from "../../../../async/steps.ts";
import { withSortedMembers } from "../../../../json/object.ts";
import { stringify } from "../../../../json/stringify.ts";
import { type Json, type JsonObject, record, records } from "../../../../json/value.ts";
import { SERVER_KINDS } from "../schemas/options-kinds.ts";
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

/** Parameters that stay at each operation: clients search for them there to find the server's features. */
const UNSHARED: ReadonlySet<string> = new Set(["name", "dryRun", "fieldValidation"]);
const OF_ALL_KINDS = "#/definitions/io.k8s.apimachinery";

/**
 * Parameters that operations have in common, each once (kube-openapi, pkg/builder/parameters.go,
 * deduplicateParameters). `replaced` has references instead of them; `parameters` has them all, by name.
 */
class SharedParameters {
  /** Names by JSON text. */
  readonly #names = new Map<string, string>();
  readonly #parameters = new Map<string, JsonObject>();

  /** Returns a path item or operation with references to its shared parameters. */
  replaced(item: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(item).map(([key, value]): [string, Json] => {
        if (key === "parameters") return [key, records(value).map((each) => this.#reference(each))];
        const { parameters } = record(value);
        return [key, parameters === undefined ? (value ?? null) : this.replaced(record(value))];
      }),
    );
  }

  get parameters(): JsonObject {
    return Object.fromEntries([...this.#parameters].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #reference(parameter: JsonObject): JsonObject {
    if (!isShared(parameter)) return parameter;
    const text = stringify(parameter);
    const name = this.#names.get(text) ?? `${String(parameter.name)}-${hashOfText(text)}`;
    this.#names.set(text, name);
    this.#parameters.set(name, parameter);
    return { $ref: `#/parameters/${name}` };
  }
}

function isShared({ name, in: place, schema }: JsonObject): boolean {
  if (place !== "body") return !UNSHARED.has(String(name));
  return String(record(schema).$ref ?? OF_ALL_KINDS).startsWith(OF_ALL_KINDS);
}

/** Constants of the 64-bit FNV-1 hash. */
const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

/** Returns eight characters: the first six bytes of the hash in base64. */
function hashOfText(text: string): string {
  let hash = OFFSET;
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, hash * PRIME) ^ BigInt(byte);
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(hash);
  return bytes.subarray(0, 6).toString("base64url");
}
