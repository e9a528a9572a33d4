import type { GroupVersionKind } from "../../../../api/group-version.ts";
import type { JsonObject } from "../../../../json/value.ts";
import { gvk } from "../naming.ts";
import { nameParameter, namespaceParameter, QUERY_PARAMETERS, REPLACING_PARAMETERS } from "./parameters.ts";

export const LISTING = [
  "allowWatchBookmarks",
  "continue",
  "fieldSelector",
  "labelSelector",
  "limit",
  "resourceVersion",
  "resourceVersionMatch",
  "sendInitialEvents",
  "shardSelector",
  "timeoutSeconds",
  "watch",
] as const;
export const WRITING = ["dryRun", "fieldManager", "fieldValidation"] as const;
export const PATCHING = [...WRITING, "force"] as const;
export const DELETING = [
  "dryRun",
  "gracePeriodSeconds",
  "ignoreStoreReadErrorWithClusterBreakingPotential",
  "orphanDependents",
  "propagationPolicy",
] as const;
export const DELETING_MANY = [
  ...LISTING.filter((n) => n !== "watch" && n !== "allowWatchBookmarks"),
  ...DELETING,
].sort();

export const OBJECTS = ["application/json", "application/vnd.kubernetes.protobuf", "application/yaml"];
const STREAMS = [
  "application/json",
  "application/json;stream=watch",
  "application/vnd.kubernetes.protobuf",
  "application/vnd.kubernetes.protobuf;stream=watch",
  "application/yaml",
];
const REASONS: Readonly<Record<string, string>> = { "200": "OK", "201": "Created", "202": "Accepted" };

/** One operation, before its common parameters move to the path. */
export interface OperationFacts {
  readonly method: "get" | "put" | "post" | "delete" | "patch" | "head" | "options";
  readonly id: string;
  readonly tag: string;
  readonly description: string;
  readonly action?: string;
  readonly about?: GroupVersionKind;
  readonly parameters?: readonly string[];
  /** Media type → schema of the body. */
  readonly body?: Readonly<Record<string, JsonObject>>;
  readonly statuses: readonly ("200" | "201" | "202")[];
  /** Schema of every response with one of `statuses`. */
  readonly schema: JsonObject;
  readonly streams?: boolean;
  /** Media types of the responses, if they differ from those of objects. */
  readonly types?: readonly string[];
}

/** The operation as OpenAPI v3 has it. */
export function operation(facts: OperationFacts): JsonObject {
  const { about, action, parameters = [], body } = facts;
  return {
    tags: [facts.tag],
    description: facts.description,
    operationId: facts.id,
    ...(parameters.length === 0 ? {} : { parameters: queryParameters(parameters, facts.method) }),
    ...(body === undefined ? {} : { requestBody: requestBody(facts.method, body) }),
    responses: responses(facts),
    ...(action === undefined ? {} : { "x-kubernetes-action": action }),
    ...(about === undefined ? {} : { "x-kubernetes-group-version-kind": gvk(about) }),
  };
}

function queryParameters(names: readonly string[], method: OperationFacts["method"]): JsonObject[] {
  const known = method === "patch" ? QUERY_PARAMETERS : REPLACING_PARAMETERS;
  return names.map((name) => known.get(name) ?? {});
}

/** Builds the request body. The options of a deletion are not required. */
function requestBody(method: string, body: Readonly<Record<string, JsonObject>>): JsonObject {
  const content = Object.fromEntries(Object.entries(body).map(([type, schema]) => [type, { schema }]));
  return { content, ...(method === "delete" ? {} : { required: true }) };
}

function responses({
  statuses,
  schema,
  streams,
  types = streams ? STREAMS : OBJECTS,
}: OperationFacts): JsonObject {
  const content = Object.fromEntries(types.map((type) => [type, { schema }]));
  const answers = statuses.map((status) => [status, { description: REASONS[status] ?? "", content }]);
  return { ...Object.fromEntries(answers), "401": { description: "Unauthorized" } };
}

/** A path, for its parameters. */
export interface PathFacts {
  readonly namespaced: boolean;
  /** Kind of the object that the path names. */
  readonly kind?: string;
  /** Further parameters of the path. */
  readonly own?: readonly JsonObject[];
  /** True if the path has no parameter `pretty`. */
  readonly plain?: boolean;
}

/** Compares two parameters. */
export const byNameAndPlace = (a: JsonObject, b: JsonObject): number =>
  `${String(a.name)} ${String(a.in)}` < `${String(b.name)} ${String(b.in)}` ? -1 : 1;

/** Builds a path item with its operations and their common parameters. */
export function pathItem(operations: readonly OperationFacts[], shared: PathFacts): JsonObject {
  const [only] = operations;
  const alone = operations.length === 1 && only !== undefined;
  const parameters = [
    ...queryParameters(
      [...(shared.plain ? [] : ["pretty"]), ...(alone ? (only.parameters ?? []) : [])],
      only?.method ?? "get",
    ),
    ...(shared.own ?? []),
    ...(shared.namespaced ? [namespaceParameter] : []),
    ...(shared.kind === undefined ? [] : [nameParameter(shared.kind)]),
  ].sort(byNameAndPlace);
  const methods = operations.map((facts): [string, JsonObject] => [
    facts.method,
    operation(alone ? { ...facts, parameters: [] } : facts),
  ]);
  return { ...Object.fromEntries(methods), parameters };
}
