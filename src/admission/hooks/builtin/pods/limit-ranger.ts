import { type KubeObject, specOf } from "../../../../api/meta.ts";
import { aggregate } from "../../../../api/validation/field-error.ts";
import { type Json, type JsonObject, record, records, text } from "../../../../json/value.ts";
import type { Attributes } from "../../../attributes.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "../../../hook.ts";
import { withMetadata, withSpec } from "../fields.ts";
import { forbid } from "../forbid.ts";
import { type ResourceList, resourceList } from "../resource-list.ts";
import { limitProblems } from "./limit-problems.ts";
import { boundedAmounts } from "./pod-amounts.ts";

const ANNOTATION = "kubernetes.io/limit-ranger";

/**
 * Applies the LimitRanges of the namespace: defaults for containers when a pod is created, bounds for pods
 * and volume claims.
 */
export const limitRanger: BuiltinPlugin = {
  kind: "builtin",
  name: "LimitRanger",
  operations: new Set(["CREATE", "UPDATE"]),
  admit: (context) => (concerned(context) ? setDefaults(context) : undefined),
  validate: (context) => (concerned(context) ? checkBounds(context) : undefined),
};

function concerned({ attributes, object }: PluginContext): boolean {
  if (object === null || attributes.oldObject?.metadata.deletionTimestamp) return false;
  return supports(attributes);
}

/** True for the writes that the plugin checks. The resources of an existing pod can change only by a resize. */
function supports({ kind, subresource, operation }: Attributes): boolean {
  if (kind.group !== "") return false;
  if (kind.kind === "Pod" && operation === "UPDATE") return subresource === "resize";
  return subresource === "" && (kind.kind === "Pod" || kind.kind === "PersistentVolumeClaim");
}

function rangesOf({ lookup, attributes }: PluginContext) {
  return lookup.list("", "limitranges", attributes.namespace);
}

const limitsOf = (range: KubeObject): JsonObject[] => records(specOf(range).limits);

function setDefaults(context: PluginContext): PluginResult {
  const { object, attributes } = context;
  if (object === null || attributes.resource.resource !== "pods") return undefined;
  const pod = rangesOf(context).reduce(applyDefaults, object);
  return pod === object ? undefined : pod;
}

interface Defaults {
  readonly limits: JsonObject;
  readonly requests: JsonObject;
}

function applyDefaults(pod: KubeObject, range: KubeObject): KubeObject {
  const ofContainers = limitsOf(range).filter(({ type }) => type === "Container");
  const defaults: Defaults = {
    limits: Object.assign({}, ...ofContainers.map((limit) => record(limit.default))),
    requests: Object.assign({}, ...ofContainers.map((limit) => record(limit.defaultRequest))),
  };
  const notes: string[] = [];
  const spec = specOf(pod);
  const fill = (list: Json | undefined, what: string) =>
    records(list).map((container) => fillContainer(container, defaults, what, notes));
  const containers = fill(spec.containers, "container");
  const initContainers = fill(spec.initContainers, "init container");
  if (notes.length === 0) return pod;
  const filled = withSpec(pod, { containers, ...(initContainers.length > 0 ? { initContainers } : {}) });
  const note = `LimitRanger plugin set: ${notes.join("; ")}`;
  return withMetadata(filled, { annotations: { ...pod.metadata.annotations, [ANNOTATION]: note } });
}

function fillContainer(container: JsonObject, defaults: Defaults, what: string, notes: string[]): JsonObject {
  const resources = record(container.resources);
  const missing = (key: "requests" | "limits") =>
    Object.keys(defaults[key]).filter((name) => !Object.hasOwn(record(resources[key]), name));
  const filled: JsonObject = { ...resources };
  for (const key of ["requests", "limits"] as const) {
    const names = missing(key).sort();
    if (names.length === 0) continue;
    const added = Object.fromEntries(names.map((name) => [name, defaults[key][name]]));
    filled[key] = { ...record(resources[key]), ...added };
    notes.push(
      `${names.join(", ")} ${key === "requests" ? "request" : "limit"} for ${what} ${text(container.name)}`,
    );
  }
  return { ...container, resources: filled };
}

function checkBounds(context: PluginContext): PluginResult {
  const { object, attributes } = context;
  for (const range of rangesOf(context)) {
    const problems = limitsOf(range).flatMap((limit) => problemsOf(limit, attributes, specOf(object)));
    if (problems.length > 0) return forbid(context, aggregate(problems));
  }
  return undefined;
}

interface Subject {
  readonly requests: ResourceList;
  readonly limits: ResourceList;
}

function problemsOf(limit: JsonObject, { resource }: Attributes, spec: JsonObject): string[] {
  const type = text(limit.type);
  if (resource.resource === "persistentvolumeclaims") {
    if (type !== "PersistentVolumeClaim") return [];
    return limitProblems(limit, {
      requests: resourceList(record(spec.resources).requests),
      limits: undefined,
    });
  }
  if (type === "Container") {
    const containers = [...records(spec.containers), ...records(spec.initContainers)];
    return containers.flatMap((container) => limitProblems(limit, subjectOf(container)));
  }
  if (type !== "Pod") return [];
  return limitProblems(limit, {
    requests: boundedAmounts(spec, "requests"),
    limits: boundedAmounts(spec, "limits"),
  });
}

function subjectOf({ resources }: JsonObject): Subject {
  const { requests, limits } = record(resources);
  return { requests: resourceList(requests), limits: resourceList(limits) };
}
