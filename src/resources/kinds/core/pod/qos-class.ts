import type { PodSpec } from "../../../../types/tables/core/v1-types.ts";
import type { ResourceList } from "../../shared/pod-template/pod-spec.ts";
import { nanos } from "../../shared/values/amounts.ts";

const COUNTED = ["cpu", "memory"];

type Amounts = Map<string, bigint>;

/**
 * Returns the QoS class. Guaranteed: every container has limits of cpu and memory that are equal to its
 * requests. BestEffort: no container has limits or requests. Burstable: all others. Pod-level resources
 * replace those of the containers.
 */
export function podQosClass(spec: PodSpec): "BestEffort" | "Burstable" | "Guaranteed" {
  const ofPod = hasPodLevel(spec) ? spec.resources : undefined;
  const holders =
    ofPod === undefined
      ? [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map((c) => c.resources ?? {})
      : [ofPod];
  const requests: Amounts = new Map();
  const limits: Amounts = new Map();
  let limited = true;
  for (const holder of holders) {
    add(requests, holder.requests);
    const found = add(limits, holder.limits);
    // A pod-level list of requests without limits does not prevent Guaranteed here; the comparison below
    // does.
    const mustLimit = ofPod === undefined || Object.keys(holder.limits ?? {}).length > 0;
    if (mustLimit && found < COUNTED.length) limited = false;
  }
  if (requests.size === 0 && limits.size === 0) return "BestEffort";
  return limited && requests.size === limits.size && sameAmounts(requests, limits)
    ? "Guaranteed"
    : "Burstable";
}

/** True if the pod itself has resources that can be set for pods (IsPodLevelResourcesSet). */
const hasPodLevel = ({ resources }: PodSpec): boolean =>
  [resources?.requests, resources?.limits].some((list) =>
    Object.keys(list ?? {}).some((name) => COUNTED.includes(name) || name.startsWith("hugepages-")),
  );

/** Adds the positive amounts of cpu and memory, and returns the number of resources that were added. */
function add(sum: Amounts, list: ResourceList | undefined): number {
  let found = 0;
  for (const name of COUNTED) {
    const text = list?.[name];
    const amount = nanos(text);
    if (amount <= 0n) continue;
    sum.set(name, (sum.get(name) ?? 0n) + amount);
    found++;
  }
  return found;
}

const sameAmounts = (a: Amounts, b: Amounts): boolean =>
  [...a].every(([name, amount]) => b.get(name) === amount);
