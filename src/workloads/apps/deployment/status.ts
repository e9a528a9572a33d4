import { formatTime } from "../../../api/time.ts";
import type {
  DeploymentCondition as Condition,
  Deployment,
  DeploymentStatus,
  ReplicaSet,
} from "../../../types/tables/apps/v1-types.ts";
import { findCondition, withCondition, withoutCondition } from "../../shared/conditions.ts";
import type { Generations } from "./replica-sets.ts";
import { maxUnavailable, replicasOf, sum, totalOf } from "./sizes.ts";

export const PROGRESSING = "Progressing";
const FAILURE = "ReplicaFailure";
const TIMED_OUT = "ProgressDeadlineExceeded";
const DONE = "NewReplicaSetAvailable";
/** Largest value of a 32-bit field. It means: no limit. */
const UNLIMITED = 0x7fff_ffff;

function condition(type: string, status: string, reason: string, message: string, now: number): Condition {
  const time = formatTime(now);
  return { type, status, lastUpdateTime: time, lastTransitionTime: time, reason, message };
}

/** A condition of type Progressing. */
export const progressing = (status: string, reason: string, message: string, now: number): Condition =>
  condition(PROGRESSING, status, reason, message, now);

/** True if the deployment has a deadline for its progress. The greatest integer of 32 bits means none. */
export const hasDeadline = ({ spec }: Deployment): boolean =>
  spec?.progressDeadlineSeconds !== undefined && spec.progressDeadlineSeconds !== UNLIMITED;

/** True if the number of old replica sets is limited. The greatest integer of 32 bits means no limit. */
export const hasHistoryLimit = ({ spec }: Deployment): boolean =>
  spec?.revisionHistoryLimit !== undefined && spec.revisionHistoryLimit !== UNLIMITED;

/** Returns the status with current counts and the condition Available. The other conditions are unchanged. */
export function countedStatus(
  deployment: Deployment,
  generations: Generations,
  now: number,
): DeploymentStatus {
  const { newest, old } = generations;
  const all = newest === undefined ? old : [...old, newest];
  const countOf = (name: "replicas" | "readyReplicas" | "availableReplicas"): number =>
    sum(all.map(({ status }) => status?.[name] ?? 0));
  const available = countOf("availableReplicas");
  const counts = {
    replicas: countOf("replicas"),
    updatedReplicas: newest?.status?.replicas ?? 0,
    readyReplicas: countOf("readyReplicas"),
    availableReplicas: available,
    unavailableReplicas: Math.max(0, totalOf(all) - available),
  };
  const terminating = terminatingReplicas(all);
  const { collisionCount, conditions } = deployment.status ?? {};
  return {
    observedGeneration: deployment.metadata.generation ?? 0,
    ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
    ...(terminating === undefined ? {} : { terminatingReplicas: terminating }),
    ...(collisionCount === undefined ? {} : { collisionCount }),
    conditions: withCondition(conditions, availability(deployment, available, now)),
  };
}

/** Returns the number of terminating pods; undefined while a replica set has not reported it. */
function terminatingReplicas(all: readonly ReplicaSet[]): number | undefined {
  const counts = all
    .filter(({ status }) => status?.observedGeneration || status?.terminatingReplicas !== undefined)
    .map(({ status }) => status?.terminatingReplicas);
  if (counts.includes(undefined)) return undefined;
  return sum(counts.map((count) => count ?? 0));
}

function availability(deployment: Deployment, available: number, now: number): Condition {
  if (available >= replicasOf(deployment) - maxUnavailable(deployment))
    return condition(
      "Available",
      "True",
      "MinimumReplicasAvailable",
      "Deployment has minimum availability.",
      now,
    );
  const message = "Deployment does not have minimum availability.";
  return condition("Available", "False", "MinimumReplicasUnavailable", message, now);
}

/** Returns the status of a Deployment during a rollout: counts, progress, and failures of its replica sets. */
export function rolloutStatus(
  deployment: Deployment,
  generations: Generations,
  now: number,
): DeploymentStatus {
  const counted = countedStatus(deployment, generations, now);
  const progressed = withProgress(deployment, generations.newest, counted, now);
  const failure = failureOf(generations);
  return {
    ...counted,
    conditions:
      failure === undefined ? withoutCondition(progressed, FAILURE) : withCondition(progressed, failure),
  };
}

function withProgress(
  deployment: Deployment,
  newest: ReplicaSet | undefined,
  status: DeploymentStatus,
  now: number,
): Condition[] {
  const conditions = status.conditions ?? [];
  if (!hasDeadline(deployment)) return withoutCondition(conditions, PROGRESSING);
  const current = findCondition(deployment.status?.conditions, PROGRESSING);
  const isDone = (status.replicas ?? 0) === (status.updatedReplicas ?? 0) && current?.reason === DONE;
  if (isDone) return conditions;
  const name =
    newest === undefined
      ? `Deployment "${deployment.metadata.name}"`
      : `ReplicaSet "${newest.metadata.name}"`;
  if (isComplete(deployment, status))
    return withCondition(conditions, progressing("True", DONE, `${name} has successfully progressed.`, now));
  if (hasProgressed(deployment, status)) return updatedCondition(conditions, current, name, now);
  if (!hasTimedOut(deployment, status, now)) return conditions;
  return withCondition(
    conditions,
    progressing("False", TIMED_OUT, `${name} has timed out progressing.`, now),
  );
}

/** Reports new progress. The time of the last transition stays the same if the condition was already true. */
function updatedCondition(
  conditions: readonly Condition[],
  current: Condition | undefined,
  name: string,
  now: number,
): Condition[] {
  const made = progressing("True", "ReplicaSetUpdated", `${name} is progressing.`, now);
  const since =
    current?.status === "True" && current.lastTransitionTime !== undefined
      ? { lastTransitionTime: current.lastTransitionTime }
      : {};
  return [...withoutCondition(conditions, PROGRESSING), { ...made, ...since }];
}

/** True if all pods are up to date and available, and no old ones are left (DeploymentComplete). */
export function isComplete(deployment: Deployment, status: DeploymentStatus): boolean {
  const wanted = replicasOf(deployment);
  return (
    (status.updatedReplicas ?? 0) === wanted &&
    (status.replicas ?? 0) === wanted &&
    (status.availableReplicas ?? 0) === wanted &&
    (status.observedGeneration ?? 0) >= (deployment.metadata.generation ?? 0)
  );
}

function hasProgressed({ status: before = {} }: Deployment, status: DeploymentStatus): boolean {
  const outdated = (one: DeploymentStatus): number => (one.replicas ?? 0) - (one.updatedReplicas ?? 0);
  const grew = (name: "updatedReplicas" | "readyReplicas" | "availableReplicas"): boolean =>
    (status[name] ?? 0) > (before[name] ?? 0);
  return (
    grew("updatedReplicas") ||
    outdated(status) < outdated(before) ||
    grew("readyReplicas") ||
    grew("availableReplicas")
  );
}

function hasTimedOut(deployment: Deployment, status: DeploymentStatus, now: number): boolean {
  const current = findCondition(status.conditions, PROGRESSING);
  if (current === undefined || current.reason === DONE) return false;
  return current.reason === TIMED_OUT || deadlineOf(deployment, current) < now;
}

const deadlineOf = ({ spec }: Deployment, { lastUpdateTime = "" }: Condition): number =>
  Date.parse(lastUpdateTime ?? "") + (spec?.progressDeadlineSeconds ?? 0) * 1000;

/**
 * Returns the delay until the progress deadline of a rollout, in milliseconds; undefined if it cannot exceed
 * the deadline.
 */
export function nextCheck(deployment: Deployment, now: number): number | undefined {
  const current = findCondition(deployment.status?.conditions, PROGRESSING);
  if (!hasDeadline(deployment) || current === undefined) return undefined;
  if (isComplete(deployment, deployment.status ?? {}) || current.reason === TIMED_OUT) return undefined;
  return Math.max(0, deadlineOf(deployment, current) - now) + 1000;
}

/** Returns the first failure of a replica set: that of the newest, otherwise that of an older one. */
function failureOf({ newest, old }: Generations): Condition | undefined {
  for (const replicaSet of [...(newest === undefined ? [] : [newest]), ...old]) {
    const found = findCondition(replicaSet.status?.conditions, FAILURE);
    if (found !== undefined) return deploymentCondition(found);
  }
  return undefined;
}

const deploymentCondition = (found: Condition): Condition => ({
  type: found.type,
  status: found.status,
  ...(typeof found.lastTransitionTime === "string"
    ? { lastUpdateTime: found.lastTransitionTime, lastTransitionTime: found.lastTransitionTime }
    : {}),
  ...(found.reason === undefined ? {} : { reason: found.reason }),
  ...(found.message === undefined ? {} : { message: found.message }),
});
