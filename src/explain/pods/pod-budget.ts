import { type JsonObject, record } from "../../json/value.ts";

/** The demands of a PodDisruptionBudget on its pods. */
export interface PodBudget {
  /** The field that counts. */
  readonly field: "minAvailable" | "maxUnavailable";
  readonly value: string;
  /** Number of its pods that an eviction leaves at least. */
  readonly desired: number;
  /** Number of pods that may be evicted while all run; NaN if that is not known. */
  readonly allowed: number;
}

/** Reads a budget of `pods` pods (NaN: it is not known how many). The disruption controller rounds percentages up. */
export function podBudget(object: JsonObject, pods: number): PodBudget {
  const { minAvailable, maxUnavailable } = record(object.spec);
  const field = minAvailable === undefined ? "maxUnavailable" : "minAvailable";
  const value = String(minAvailable ?? maxUnavailable);
  const part = amountOf(value, pods);
  const allowed = field === "maxUnavailable" ? part : minAvailable === "100%" ? 0 : pods - part;
  return { field, value, allowed, desired: pods - allowed };
}

/** A number, or a part of the pods; NaN if that is not known. */
function amountOf(value: string, pods: number): number {
  const [, percent] = /^(\d+)%$/.exec(value) ?? [];
  if (percent === undefined) return Number(value);
  return Number(percent) === 0 ? 0 : Math.ceil((pods * Number(percent)) / 100);
}

/** Says how many pods a budget is about: ` of the one pod`; empty if that is not known. */
export const budgetedPods = (pods: number): string =>
  Number.isNaN(pods) ? "" : ` of ${pods === 1 ? "the one pod" : `the ${pods} pods`}`;

/** Number of pods of a workload; NaN if its kind has no replicas. Without the field, the server sets 1. */
export const replicasOf = ({ kind, spec }: JsonObject): number =>
  /^(?:Deployment|StatefulSet|ReplicaSet)$/.test(String(kind))
    ? Number(record(spec).replicas ?? 1)
    : Number.NaN;
