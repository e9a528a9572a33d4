import { formatGroupVersion } from "../../../api/group-version.ts";
import { withoutServerFields } from "../../../explain/offline/load.ts";
import { isJsonObject, type Json, type JsonObject, record } from "../../../json/value.ts";
import type { RecordedRequest } from "../../../recording/recording.ts";
import { requestText } from "../../../replay/report/replay-report.ts";

/** A recorded request in the form of a suite: the objects before it, and the request. */
export interface AskedCase {
  readonly name: string;
  /** Objects that are there before. */
  readonly manifests: readonly JsonObject[];
  readonly when: JsonObject;
}

/** Undefined with `why`: a suite has no words for it. */
export type CaseOf = { readonly found: AskedCase } | { readonly found?: undefined; readonly why: string };

/** `declared`: namespaces that the configurations have themselves. */
export function caseOf(request: RecordedRequest, declared: ReadonlySet<string>): CaseOf {
  const { oldObject, operation, user, dryRun, subresource } = request;
  if (operation === "UPDATE" && oldObject === null) return { why: "the object before is not known" };
  if (operation === "DELETE" && (oldObject === null || request.ofCollection))
    return { why: oldObject === null ? "the object before is not known" : "a collection was deleted" };
  const asked = verbOf(request);
  if (asked === undefined) return { why: "suites have no words for such a request" };
  if (subresource !== "" && (subresource !== "status" || operation !== "UPDATE"))
    return { why: "suites have no words for such a subresource" };
  const { username, groups, uid, extra } = user;
  return {
    found: {
      name: `${request.id} ${requestText(request)}`,
      manifests: [
        ...namespaceOf(request, declared),
        ...(oldObject === null ? [] : [written(oldObject, request)]),
      ],
      when: {
        ...asked,
        as: {
          username,
          groups: [...groups],
          ...(uid !== undefined && { uid }),
          ...(extra !== undefined && { extra: extra as unknown as JsonObject }),
        },
        ...(dryRun && { dryRun }),
        ...(subresource !== "" && { subresource }),
      },
    },
  };
}

function verbOf(request: RecordedRequest): JsonObject | undefined {
  const { operation, object, patch, oldObject } = request;
  switch (operation) {
    case "CREATE":
      return object === null || !isNamed(object) ? undefined : { create: written(object, request) };
    case "UPDATE":
      if (patch !== null) return patchOf(patch, written(oldObject ?? {}, request));
      return object === null || !isNamed(object) ? undefined : { update: written(object, request) };
    case "DELETE":
      return oldObject === null || !isNamed(oldObject)
        ? undefined
        : { delete: nameOnly(written(oldObject, request)) };
    case "CONNECT":
      return undefined;
  }
}

function patchOf(
  { type, body }: NonNullable<RecordedRequest["patch"]>,
  stored: JsonObject,
): JsonObject | undefined {
  if (type === "apply") return isJsonObject(body) && isNamed(body) ? { apply: body } : undefined;
  const isKnown =
    type === "json" ? Array.isArray(body) : isJsonObject(body) && (type === "merge" || isPlain(body));
  return isKnown && isNamed(stored) ? { patch: nameOnly(stored), with: body } : undefined;
}

const isNamed = ({ apiVersion, kind }: JsonObject): boolean =>
  typeof apiVersion === "string" && typeof kind === "string";

const nameOnly = ({ apiVersion, kind, metadata }: JsonObject): JsonObject => {
  const { name, namespace } = record(metadata);
  return {
    apiVersion: apiVersion ?? "",
    kind: kind ?? "",
    metadata: { name: name ?? "", ...(namespace !== undefined && { namespace }) },
  };
};

/**
 * True if a merge patch and a strategic merge patch treat the value alike: it contains no lists and no
 * directives.
 */
const isPlain = (value: Json): boolean =>
  !Array.isArray(value) &&
  (!isJsonObject(value) ||
    Object.entries(value).every(([key, member]) => !key.startsWith("$") && isPlain(member ?? null)));

/**
 * Returns the object as a user would write it, without the fields that the server set (they differ each time)
 * and without the namespace, which the URL contains.
 */
function written(object: JsonObject, { namespace }: RecordedRequest): JsonObject {
  const own = withoutServerFields(object);
  return namespace === "" || object.kind === "Namespace"
    ? own
    : { ...own, metadata: { ...record(own.metadata), namespace } };
}

function namespaceOf(
  { namespace, namespaceState, resource }: RecordedRequest,
  declared: ReadonlySet<string>,
): JsonObject[] {
  if (namespace === "" || resource.resource === "namespaces" || declared.has(namespace)) return [];
  const labels = Object.entries(namespaceState?.labels ?? {}).filter(([key]) => key !== OWN_LABEL);
  const metadata = { name: namespace, ...(labels.length > 0 && { labels: Object.fromEntries(labels) }) };
  return [{ apiVersion: formatGroupVersion({ group: "", version: "v1" }), kind: "Namespace", metadata }];
}

const OWN_LABEL = "kubernetes.io/metadata.name";
