import type { Deployment, ReplicaSet } from "../../../types/tables/apps/v1-types.ts";
import { scaledValue } from "../../shared/scaled-value.ts";

/** `spec.replicas`, by default 1. */
export const replicasOf = ({ spec }: Deployment | ReplicaSet): number => spec?.replicas ?? 1;

/** Sum of the wanted replicas. */
export const totalOf = (replicaSets: readonly ReplicaSet[]): number => sum(replicaSets.map(replicasOf));

/** Sum of the numbers; 0 for none. */
export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

/** True for all strategies except Recreate. */
export const isRollingUpdate = ({ spec }: Deployment): boolean => spec?.strategy?.type !== "Recreate";

/** Returns the number of pods that are allowed above the wanted number, and the number that may be unavailable. */
function fenceposts(deployment: Deployment): { readonly surge: number; readonly unavailable: number } {
  const { maxSurge: up, maxUnavailable: down } = deployment.spec?.strategy?.rollingUpdate ?? {};
  const surge = scaledValue(up, replicasOf(deployment), true);
  const unavailable = scaledValue(down, replicasOf(deployment), false);
  // Both cannot be 0: the rollout would never progress.
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
}

/** Pods that a rolling update may have beyond the wanted number; 0 for Recreate. */
export const maxSurge = (deployment: Deployment): number =>
  isRollingUpdate(deployment) ? fenceposts(deployment).surge : 0;

/** Pods that may be missing during a rolling update, at most the wanted number; 0 for Recreate. */
export function maxUnavailable(deployment: Deployment): number {
  if (!isRollingUpdate(deployment) || replicasOf(deployment) === 0) return 0;
  return Math.min(fenceposts(deployment).unavailable, replicasOf(deployment));
}

/** Returns the allowed size of the newest replica set: NewRSNewReplicas of the reference. */
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
