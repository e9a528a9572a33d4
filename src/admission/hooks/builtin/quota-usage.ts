import { type JsonObject, record, records, text } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import type { Attributes } from "../../attributes.ts";
import { specOf } from "./fields.ts";
import { CLAIMS, DEVICE_CLAIMS } from "./quota-claims.ts";
import { nameInScope, number, ONE, type QuotaEvaluator } from "./quota-evaluator.ts";
import { addLists, podResources, type ResourceList, resourceList } from "./resource-list.ts";

/** Resources that count under a name without prefix, too. */
const LEGACY: ReadonlySet<string> = new Set([
  "configmaps",
  "resourcequotas",
  "replicationcontrollers",
  "secrets",
]);

const countName = (group: string, plural: string): string =>
  `count/${plural}${group === "" ? "" : `.${group}`}`;

export const evaluatorOf = ({ resource: { group, resource } }: Attributes): QuotaEvaluator =>
  evaluatorFor(group, resource);

/** Whether an object counts, by all the scopes of a quota. */
export function scopesHold(evaluator: QuotaEvaluator, quota: KubeObject, object: KubeObject): boolean {
  const { scopes, scopeSelector } = specOf(quota);
  const all = [
    ...(Array.isArray(scopes) ? scopes : []).map((scopeName) => ({ scopeName, operator: "Exists" })),
    ...records(record(scopeSelector).matchExpressions),
  ];
  return all.every((scope) => evaluator.inScope?.(scope, object) ?? false);
}

export function evaluatorFor(group: string, resource: string): QuotaEvaluator {
  if (group === "" && resource === "pods") return PODS;
  if (group === "" && resource === "persistentvolumeclaims") return CLAIMS;
  if (group === "" && resource === "services") return SERVICES;
  if (group === "resource.k8s.io" && resource === "resourceclaims") return DEVICE_CLAIMS;
  const names = [countName(group, resource), ...(group === "" && LEGACY.has(resource) ? [resource] : [])];
  return {
    handles: ({ operation, subresource }) => subresource === "" && operation === "CREATE",
    counts: (name) => names.includes(name),
    usage: () => new Map(names.map((name) => [name, ONE])),
  };
}

const COMPUTE = ["cpu", "memory", "ephemeral-storage"] as const;
const POD_NAMES: ReadonlySet<string> = new Set([
  "count/pods",
  "pods",
  ...COMPUTE.flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
]);
const DEMANDED: ReadonlySet<string> = new Set(
  ["cpu", "memory"].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
);

const PODS: QuotaEvaluator = {
  handles: ({ operation, subresource, oldObject }, pod) => {
    if (subresource === "resize") return operation === "UPDATE";
    if (subresource !== "") return false;
    return operation === "CREATE" || (oldObject !== null && isTerminating(oldObject) !== isTerminating(pod));
  },
  counts: (name) =>
    POD_NAMES.has(name) || /^(requests\.)?hugepages-/.test(name) || /^requests\.[^/]+\/.+/.test(name),
  usage: podUsage,
  constraint: podConstraint,
  inScope: podInScope,
};

function podUsage(pod: KubeObject): ResourceList {
  const counted = new Map([["count/pods", ONE]]);
  const { phase } = record(pod.status);
  if (phase === "Failed" || phase === "Succeeded") return counted;
  const spec = specOf(pod);
  const overhead = resourceList(spec.overhead);
  const requests = addLists(podResources(spec, "requests"), overhead);
  return addLists(counted, computeUsage(requests, podResources(spec, "limits")));
}

function computeUsage(requests: ResourceList, limits: ResourceList): ResourceList {
  const usage = new Map([["pods", ONE]]);
  for (const [name, amount] of requests) {
    const compute = COMPUTE.some((known) => known === name);
    if (compute || name.startsWith("hugepages-")) usage.set(name, amount);
    if (compute || name.startsWith("hugepages-") || name.includes("/")) usage.set(`requests.${name}`, amount);
  }
  for (const name of COMPUTE) {
    const limit = limits.get(name);
    if (limit !== undefined) usage.set(`limits.${name}`, limit);
  }
  return usage;
}

function podConstraint(names: readonly string[], pod: KubeObject): string | undefined {
  const spec = specOf(pod);
  const { requests, limits } = record(spec.resources);
  if (resourceList(requests).size + resourceList(limits).size > 0) return undefined;
  const required = names.filter((name) => DEMANDED.has(name)).sort();
  const containers = [...records(spec.containers), ...records(spec.initContainers)];
  const missing = required.flatMap((name) => {
    const without = containers
      .filter((container) => !usesOf(container).has(name))
      .map(({ name: n }) => text(n));
    return without.length === 0 ? [] : [`${name} for: ${[...new Set(without)].sort().join(",")}`];
  });
  return missing.length === 0 ? undefined : `must specify ${missing.join("; ")}`;
}

function usesOf({ resources }: JsonObject): ResourceList {
  const { requests, limits } = record(resources);
  return computeUsage(resourceList(requests), resourceList(limits));
}

function isTerminating(pod: KubeObject): boolean {
  const seconds = specOf(pod).activeDeadlineSeconds;
  return typeof seconds === "number" && seconds >= 0;
}

/** Whether a pod neither requests nor limits processors and memory. */
export function isBestEffort(pod: KubeObject): boolean {
  const spec = specOf(pod);
  const all = [...records(spec.containers), ...records(spec.initContainers), { resources: spec.resources }];
  return all.every((holder) => {
    const { requests, limits } = record(holder.resources);
    return [...resourceList(requests).keys(), ...resourceList(limits).keys()].every(
      (name) => name !== "cpu" && name !== "memory",
    );
  });
}

function podInScope(scope: JsonObject, pod: KubeObject): boolean {
  switch (scope.scopeName) {
    case "Terminating":
      return isTerminating(pod);
    case "NotTerminating":
      return !isTerminating(pod);
    case "BestEffort":
      return isBestEffort(pod);
    case "NotBestEffort":
      return !isBestEffort(pod);
    case "PriorityClass":
      return nameInScope(scope, text(specOf(pod).priorityClassName));
    case "CrossNamespacePodAffinity":
      return reachesOut(pod);
    default:
      return false;
  }
}

function reachesOut(pod: KubeObject): boolean {
  const { podAffinity, podAntiAffinity } = record(specOf(pod).affinity);
  return [podAffinity, podAntiAffinity].map(record).some((affinity) => {
    const weighted = records(affinity.preferredDuringSchedulingIgnoredDuringExecution);
    const terms = [
      ...records(affinity.requiredDuringSchedulingIgnoredDuringExecution),
      ...weighted.map((term) => record(term.podAffinityTerm)),
    ];
    return terms.some(
      (term) => (Array.isArray(term.namespaces) && term.namespaces.length > 0) || !!term.namespaceSelector,
    );
  });
}

const SERVICE_NAMES: ReadonlySet<string> = new Set([
  "count/services",
  "services",
  "services.loadbalancers",
  "services.nodeports",
]);

const SERVICES: QuotaEvaluator = {
  handles: ({ operation, subresource }) =>
    subresource === "" && (operation === "CREATE" || operation === "UPDATE"),
  counts: (name) => SERVICE_NAMES.has(name),
  usage: (service) => {
    const spec = specOf(service);
    const balanced = spec.type === "LoadBalancer";
    return new Map([
      ["count/services", ONE],
      ["services", ONE],
      ["services.loadbalancers", number(balanced ? 1 : 0)],
      ["services.nodeports", number(nodePorts(spec))],
    ]);
  },
};

function nodePorts({ type, ports, allocateLoadBalancerNodePorts }: JsonObject): number {
  const all = records(ports);
  if (type === "NodePort") return all.length;
  if (type !== "LoadBalancer") return 0;
  return allocateLoadBalancerNodePorts === false
    ? all.filter(({ nodePort }) => !!nodePort).length
    : all.length;
}
