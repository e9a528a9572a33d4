import type { GroupVersionKind } from "../../../api/group-version.ts";
import type { JsonObject } from "../../../api/json.ts";
import { nameParameter, namespaceParameter, QUERY_PARAMETERS } from "./parameters.ts";

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

const OBJECTS = ["application/json", "application/vnd.kubernetes.protobuf", "application/yaml"];
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
  /** Of every answer with one of `statuses`. */
  readonly schema: JsonObject;
  readonly streams?: boolean;
}

export function operation(facts: OperationFacts): JsonObject {
  const { about, action, parameters = [], body } = facts;
  return {
    tags: [facts.tag],
    description: facts.description,
    operationId: facts.id,
    ...(parameters.length === 0 ? {} : { parameters: queryParameters(parameters) }),
    ...(body === undefined ? {} : { requestBody: requestBody(facts.method, body) }),
    responses: responses(facts),
    ...(action === undefined ? {} : { "x-kubernetes-action": action }),
    ...(about === undefined ? {} : { "x-kubernetes-group-version-kind": gvk(about) }),
  };
}

export const gvk = ({ group, version, kind }: GroupVersionKind): JsonObject => ({ group, version, kind });

const queryParameters = (names: readonly string[]): JsonObject[] =>
  names.map((name) => QUERY_PARAMETERS.get(name) ?? {});

/** Options of a deletion may be left out. */
function requestBody(method: string, body: Readonly<Record<string, JsonObject>>): JsonObject {
  const content = Object.fromEntries(Object.entries(body).map(([type, schema]) => [type, { schema }]));
  return { content, ...(method === "delete" ? {} : { required: true }) };
}

function responses({ statuses, schema, streams }: OperationFacts): JsonObject {
  const types = streams ? STREAMS : OBJECTS;
  const content = Object.fromEntries(types.map((type) => [type, { schema }]));
  const answers = statuses.map((status) => [status, { description: REASONS[status] ?? "", content }]);
  return { ...Object.fromEntries(answers), "401": { description: "Unauthorized" } };
}

/** A path with its operations; what they all take stands beside them. `kind`: it names an object of that kind. */
export function pathItem(
  operations: readonly OperationFacts[],
  shared: { readonly namespaced: boolean; readonly kind?: string },
): JsonObject {
  const [only] = operations;
  const alone = operations.length === 1 && only !== undefined;
  const parameters = [
    ...queryParameters(["pretty", ...(alone ? (only.parameters ?? []) : [])]),
    ...(shared.namespaced ? [namespaceParameter] : []),
    ...(shared.kind === undefined ? [] : [nameParameter(shared.kind)]),
  ].sort((a, b) => (String(a.name) < String(b.name) ? -1 : 1));
  const methods = operations.map((facts): [string, JsonObject] => [
    facts.method,
    operation(alone ? { ...facts, parameters: [] } : facts),
  ]);
  return { ...Object.fromEntries(methods), parameters };
}
