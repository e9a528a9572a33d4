import { formatGroupVersion } from "../../../api/group-version.ts";
import type { JsonObject } from "../../../api/json.ts";
import type { KindDefinition, SubresourceDefinition, Verb } from "../../../resources/kind.ts";
import type { FoundKind } from "../../../resources/registry.ts";

const query = (name: string, type: string, description: string): JsonObject => ({
  name,
  in: "query",
  description,
  schema: { type, uniqueItems: true },
});

const WRITE = [
  query("dryRun", "string", "Only `All`: everything is done but storing."),
  query("fieldManager", "string", "Who owns what this write changes."),
  query("fieldValidation", "string", "What becomes of unknown fields: Ignore, Warn or Strict."),
];
const FORCE = query("force", "boolean", "Apply takes fields over from other managers.");
const DELETE = [
  query("dryRun", "string", "Only `All`: everything is done but storing."),
  query("gracePeriodSeconds", "integer", "Seconds until the object is gone."),
  query("orphanDependents", "boolean", "Deprecated: use propagationPolicy."),
  query("propagationPolicy", "string", "Orphan, Background or Foreground."),
];
const LIST = ["labelSelector", "fieldSelector", "resourceVersion", "resourceVersionMatch", "continue"].map(
  (name) => query(name, "string", "See the Kubernetes API conventions."),
);
const LIST_NUMBERS = ["limit", "timeoutSeconds"].map((name) =>
  query(name, "integer", "See the Kubernetes API conventions."),
);
const WATCH = ["watch", "allowWatchBookmarks", "sendInitialEvents"].map((name) =>
  query(name, "boolean", "See the Kubernetes API conventions."),
);

const PATCH_TYPES = ["application/json-patch+json", "application/merge-patch+json"];

/** What the paths of one resource in one version look like. `schema` refers to its kind. */
export function pathsOf({ resource, kind }: FoundKind, schema: JsonObject): Record<string, JsonObject> {
  const root = kind.group === "" ? `/api/${kind.version}` : `/apis/${kind.group}/${kind.version}`;
  const place = resource.namespaced ? `${root}/namespaces/{namespace}` : root;
  const has = (verb: Verb): boolean => resource.verbs.includes(verb);
  const about = gvkExtension(kind);
  const paths: Record<string, JsonObject> = {};
  const collection: JsonObject = { parameters: parameters(resource.namespaced, false) };
  if (has("list"))
    collection.get = operation("list", about, [...LIST, ...LIST_NUMBERS, ...WATCH], undefined, schema);
  if (has("create")) collection.post = operation("post", about, WRITE, ["application/json"], schema);
  if (has("deletecollection"))
    collection.delete = operation("deletecollection", about, [...DELETE, ...LIST], undefined, schema);
  paths[`${place}/${kind.plural}`] = collection;
  if (resource.namespaced && has("list"))
    paths[`${root}/${kind.plural}`] = {
      get: operation("list", about, [...LIST, ...LIST_NUMBERS, ...WATCH], undefined, schema),
    };
  if (!has("get")) return paths;
  const patchTypes = resource.custom
    ? PATCH_TYPES
    : [...PATCH_TYPES, "application/strategic-merge-patch+json"];
  paths[`${place}/${kind.plural}/{name}`] = item(resource.namespaced, about, has, patchTypes, schema);
  for (const sub of resource.subresources.values())
    paths[`${place}/${kind.plural}/{name}/${sub.name}`] = subresourceItem(
      resource.namespaced,
      kind,
      sub,
      patchTypes,
      schema,
    );
  return paths;
}

function item(
  namespaced: boolean,
  about: JsonObject,
  has: (verb: Verb) => boolean,
  patchTypes: readonly string[],
  schema: JsonObject,
): JsonObject {
  return {
    parameters: parameters(namespaced, true),
    get: operation("get", about, [], undefined, schema),
    ...(has("update") ? { put: operation("put", about, WRITE, ["application/json"], schema) } : {}),
    ...(has("patch") ? { patch: operation("patch", about, [...WRITE, FORCE], patchTypes, schema) } : {}),
    ...(has("delete") ? { delete: operation("delete", about, DELETE, undefined, schema) } : {}),
  };
}

function subresourceItem(
  namespaced: boolean,
  kind: KindDefinition,
  sub: SubresourceDefinition,
  patchTypes: readonly string[],
  schema: JsonObject,
): JsonObject {
  const about = gvkExtension(sub.kind ?? kind);
  const body = sub.kind === undefined ? schema : { type: "object" };
  const methods: JsonObject = {};
  if (sub.verbs.includes("get")) methods.get = operation("get", about, [], undefined, body);
  if (sub.verbs.includes("create"))
    methods.post = operation("post", about, WRITE, ["application/json"], body);
  if (sub.verbs.includes("update")) methods.put = operation("put", about, WRITE, ["application/json"], body);
  if (sub.verbs.includes("patch"))
    methods.patch = operation("patch", about, [...WRITE, FORCE], patchTypes, body);
  return { parameters: parameters(namespaced, true), ...methods };
}

function parameters(namespaced: boolean, named: boolean): JsonObject[] {
  const path = (name: string): JsonObject => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  });
  return [...(named ? [path("name")] : []), ...(namespaced ? [path("namespace")] : [])];
}

const gvkExtension = ({
  group,
  version,
  kind,
}: {
  group: string;
  version: string;
  kind: string;
}): JsonObject => ({
  "x-kubernetes-group-version-kind": { group, version, kind },
});

function operation(
  action: string,
  about: JsonObject,
  queryParameters: readonly JsonObject[],
  bodyTypes: readonly string[] | undefined,
  schema: JsonObject,
): JsonObject {
  const patch = action === "patch";
  const content = (bodyTypes ?? []).map((type) => [type, { schema: patch ? { type: "object" } : schema }]);
  return {
    responses: { "200": { description: "OK", content: { "application/json": { schema } } } },
    ...(queryParameters.length === 0 ? {} : { parameters: [...queryParameters] }),
    ...(bodyTypes === undefined
      ? {}
      : { requestBody: { content: Object.fromEntries(content), required: true } }),
    "x-kubernetes-action": action,
    ...about,
  };
}

export const documentName = (group: string, version: string): string =>
  group === "" ? `api/${version}` : `apis/${formatGroupVersion({ group, version })}`;
