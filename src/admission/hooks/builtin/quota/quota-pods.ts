import { type KubeObject, specOf } from "../../../../api/meta.ts";
import { type JsonObject, record, records, text } from "../../../../json/value.ts";
import { limitsWithStatus, requestsWithStatus } from "../pods/pod-amounts.ts";
import { addLists, type ResourceList, resourceList } from "../resource-list.ts";
import { isExtendedOrOfClass, isExtendedQuota } from "./extended-resource.ts";
import { isBestEffort } from "./quality-of-service.ts";
import { nameInScope, ONE, type QuotaEvaluator } from "./quota-evaluator.ts";

const COMPUTE = ["cpu", "memory", "ephemeral-storage"] as const;
const POD_NAMES: ReadonlySet<string> = new Set([
  "count/pods",
  "pods",
  ...COMPUTE.flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
]);
const DEMANDED: ReadonlySet<string> = new Set(
  ["cpu", "memory"].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
);

/** Quota evaluation of pods, by their requests and limits (kubernetes/pkg/quota/v1/evaluator/core/pods.go). */
export const PODS: QuotaEvaluator = {
  handles: ({ operation, subresource, oldObject }, pod) => {
    if (subresource === "resize") return operation === "UPDATE";
    if (subresource !== "") return false;
    return operation === "CREATE" || (oldObject !== null && isTerminating(oldObject) !== isTerminating(pod));
  },
  counts: (name) => POD_NAMES.has(name) || /^(requests\.)?hugepages-/.test(name) || isExtendedQuota(name),
  usage: podUsage,
  constraint: podConstraint,
  inScope: podInScope,
};

/** Returns the usage of a pod. A pod that has ended, or should be gone, counts only as an object. */
export function podUsage(pod: KubeObject, now: number): ResourceList {
  const counted = new Map([["count/pods", ONE]]);
  if (hasEnded(pod, now)) return counted;
  const [spec, status] = [specOf(pod), record(pod.status)];
  return addLists(counted, computeUsage(requestsWithStatus(spec, status), limitsWithStatus(spec, status)));
}

/**
 * True if the pod has ended, or if a second grace period has passed since `deletionTimestamp`, at which the
 * first one ended: a lost node never deletes its pods.
 */
function hasEnded({ status, metadata }: KubeObject, now: number): boolean {
  const { phase } = record(status);
  if (phase === "Failed" || phase === "Succeeded") return true;
  const { deletionTimestamp, deletionGracePeriodSeconds: grace } = metadata;
  if (deletionTimestamp === undefined || grace === undefined) return false;
  return now > Date.parse(deletionTimestamp) + 1000 * grace;
}

function computeUsage(requests: ResourceList, limits: ResourceList): ResourceList {
  const usage = new Map([["pods", ONE]]);
  for (const [name, amount] of requests) {
    const compute = COMPUTE.some((known) => known === name);
    if (compute || name.startsWith("hugepages-")) usage.set(name, amount);
    if (compute || name.startsWith("hugepages-") || isExtendedOrOfClass(name))
      usage.set(`requests.${name}`, amount);
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
