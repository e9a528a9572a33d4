import { scaledValue } from "../workloads/scaled-value.ts";
import type { Deployment, ReplicaSet } from "../workloads/types.ts";

export const replicasOf = ({ spec }: Deployment | ReplicaSet): number => spec?.replicas ?? 1;

export const totalOf = (replicaSets: readonly ReplicaSet[]): number => sum(replicaSets.map(replicasOf));

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

export const isRollingUpdate = ({ spec }: Deployment): boolean => spec?.strategy?.type !== "Recreate";

/** How many pods there may be besides those that are wanted, and how many may be missing. */
export function fenceposts(deployment: Deployment): { readonly surge: number; readonly unavailable: number } {
  const { maxSurge: up, maxUnavailable: down } = deployment.spec?.strategy?.rollingUpdate ?? {};
  const surge = scaledValue(up, replicasOf(deployment), true);
  const unavailable = scaledValue(down, replicasOf(deployment), false);
  // Both at once may not be 0: nothing could ever change.
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
}

export const maxSurge = (deployment: Deployment): number =>
  isRollingUpdate(deployment) ? fenceposts(deployment).surge : 0;

export function maxUnavailable(deployment: Deployment): number {
  if (!isRollingUpdate(deployment) || replicasOf(deployment) === 0) return 0;
  return Math.min(fenceposts(deployment).unavailable, replicasOf(deployment));
}

/** How many replicas the newest replica set may have now: NewRSNewReplicas of the reference. */
export function newestReplicas(
  deployment: Deployment,
  all: readonly ReplicaSet[],
  newest: ReplicaSet,
): number {
  const wanted = replicasOf(deployment);
  if (!isRollingUpdate(deployment)) return wanted;
  const surge = scaledValue(deployment.spec?.strategy?.rollingUpdate?.maxSurge, wanted, true);
  const room = wanted + surge - totalOf(all);
  const current = replicasOf(newest);
  return room <= 0 ? current : current + Math.min(room, wanted - current);
}
