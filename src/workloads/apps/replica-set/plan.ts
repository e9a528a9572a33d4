import { formatTime } from "../../../api/time.ts";
import type { ReplicaSet, ReplicaSetStatus } from "../../../types/tables/apps/v1-types.ts";
import type { Pod } from "../../../types/tables/core/v1-types.ts";
import { findCondition, withCondition, withoutCondition } from "../../shared/conditions.ts";
import { availableIn, deletionOrder, isAvailable, isReady } from "../../shared/pods/pods.ts";

/** Largest number of pods that are created or deleted in one step. */
export const BURST_REPLICAS = 500;

/** The next step for the pods of a replica set. */
export interface ReplicaPlan {
  readonly create: number;
  readonly remove: readonly Pod[];
}

/**
 * Plans the next step. `active`: its pods that have neither ended nor are being deleted. `related`: the pods
 * of all replica sets of the same Deployment; pods on nodes with more related pods are deleted first.
 */
export function planReplicas(
  { spec, metadata }: ReplicaSet,
  active: readonly Pod[],
  related: readonly Pod[],
  now: number,
): ReplicaPlan {
  if (metadata.deletionTimestamp !== undefined) return { create: 0, remove: [] };
  const surplus = active.length - (spec?.replicas ?? 1);
  if (surplus <= 0) return { create: Math.min(-surplus, BURST_REPLICAS), remove: [] };
  const count = Math.min(surplus, BURST_REPLICAS);
  if (count === active.length) return { create: 0, remove: active };
  return { create: 0, remove: deletionOrder(active, ranksOf(active, related), now).slice(0, count) };
}

function ranksOf(active: readonly Pod[], related: readonly Pod[]): ReadonlyMap<Pod, number> {
  const onNode = new Map<string | undefined, number>();
  for (const { spec } of related) onNode.set(spec?.nodeName, (onNode.get(spec?.nodeName) ?? 0) + 1);
  return new Map(active.map((pod) => [pod, onNode.get(pod.spec?.nodeName) ?? 0]));
}

/** The state of the pods when the status is written. */
export interface Replicas {
  readonly active: readonly Pod[];
  /** Pods that are being deleted; absent if the status does not have their number. */
  readonly terminating?: readonly Pod[];
  /** The reason why pods could not be created or deleted. */
  readonly failure: string | undefined;
  readonly now: number;
}

/** The status for the pods as they are now. Counts that are 0 are left out, except `replicas`. */
export function statusOf(replicaSet: ReplicaSet, replicas: Replicas): ReplicaSetStatus {
  const { active, terminating, now } = replicas;
  const { spec, metadata } = replicaSet;
  const wanted = Object.entries(spec?.template?.metadata?.labels ?? {});
  const isLabeled = ({ metadata: { labels = {} } }: Pod): boolean =>
    wanted.every(([name, value]) => Object.hasOwn(labels, name) && labels[name] === value);
  const ready = active.filter(isReady);
  const counts = {
    fullyLabeledReplicas: active.filter(isLabeled).length,
    readyReplicas: ready.length,
    availableReplicas: ready.filter((pod) => isAvailable(pod, spec?.minReadySeconds ?? 0, now)).length,
  };
  const conditions = conditionsOf(replicaSet, replicas);
  return {
    replicas: active.length,
    ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
    ...(terminating === undefined ? {} : { terminatingReplicas: terminating.length }),
    observedGeneration: metadata.generation ?? 0,
    ...(conditions.length === 0 ? {} : { conditions }),
  };
}

const FAILURE = "ReplicaFailure";

function conditionsOf({ spec, status }: ReplicaSet, { active, failure, now }: Replicas) {
  const known = findCondition(status?.conditions, FAILURE);
  if (failure === undefined) return withoutCondition(status?.conditions, FAILURE);
  if (known !== undefined) return status?.conditions ?? [];
  const surplus = active.length - (spec?.replicas ?? 1);
  return withCondition(status?.conditions, {
    type: FAILURE,
    status: "True",
    lastTransitionTime: formatTime(now),
    ...(surplus === 0 ? {} : { reason: surplus < 0 ? "FailedCreate" : "FailedDelete" }),
    message: failure,
  });
}

/**
 * Returns the delay until the next ready pod becomes available, in milliseconds; undefined if time alone
 * makes none available.
 */
export function nextAvailability(
  { spec }: ReplicaSet,
  active: readonly Pod[],
  now: number,
): number | undefined {
  const waits = active
    .map((pod) => availableIn(pod, spec?.minReadySeconds ?? 0, now))
    .filter((wait) => wait !== undefined && wait > 0);
  return waits.length === 0 ? undefined : Math.min(...waits.map((wait) => wait ?? 0));
}
