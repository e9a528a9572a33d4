import { semanticEqual } from "../../../json/semantic-equal.ts";
import type { Deployment, ReplicaSet } from "../../../types/tables/apps/v1-types.ts";
import type { Pod } from "../../../types/tables/core/v1-types.ts";
import { findCondition, withCondition } from "../../shared/conditions.ts";
import { byRevision, type Generations, generationsOf } from "./replica-sets.ts";
import { newestAnnotations, nextRevision, REVISION } from "./revision.ts";
import { isRunning, isScalingEvent, proportionalScaling, rollingStep, type Scaling } from "./scale.ts";
import { isRollingUpdate, replicasOf, sum } from "./sizes.ts";
import {
  countedStatus,
  hasDeadline,
  hasHistoryLimit,
  isComplete,
  PROGRESSING,
  progressing,
  rolloutStatus,
} from "./status.ts";

/** The next write for a Deployment. The Deployment is synced again after it. */
export type Step =
  | { readonly do: "create"; readonly revision: bigint; readonly old: readonly ReplicaSet[] }
  | { readonly do: "update"; readonly replicaSet: ReplicaSet }
  | { readonly do: "scale"; readonly scalings: readonly Scaling[] }
  | { readonly do: "remove"; readonly replicaSets: readonly ReplicaSet[] }
  /** Writes status and annotations. */
  | { readonly do: "status"; readonly deployment: Deployment }
  | { readonly do: "nothing" };

/** A Deployment with its objects in the cache. */
export interface Known {
  readonly deployment: Deployment;
  /** Replica sets that it controls. */
  readonly replicaSets: readonly ReplicaSet[];
  podsOf(replicaSet: ReplicaSet): readonly Pod[];
  readonly now: number;
}

const NOTHING: Step = { do: "nothing" };

/** DeploymentController.syncDeployment of the reference, divided into single writes. */
export function nextStep(known: Known): Step {
  const { deployment, replicaSets, now } = known;
  const generations = generationsOf(deployment, replicaSets);
  if (deployment.metadata.deletionTimestamp !== undefined)
    return annotationStep(deployment, generations, now) ?? statusStep(deployment, generations, now);
  const pausing = pauseStep(deployment, now);
  if (pausing !== undefined) return pausing;
  const annotating = annotationStep(deployment, generations, now);
  if (annotating !== undefined) return annotating;
  if (deployment.spec?.paused === true || isScalingEvent(deployment, generations))
    return (
      scaleStep(proportionalScaling(deployment, generations)) ??
      (deployment.spec?.paused === true ? cleanUpStep(deployment, generations) : undefined) ??
      statusStep(deployment, generations, now)
    );
  return isRollingUpdate(deployment) ? rollOut(known, generations) : recreate(known, generations);
}

function rollOut({ deployment, now }: Known, generations: Generations): Step {
  const { newest, old } = generations;
  if (newest === undefined) return { do: "create", revision: nextRevision(old), old };
  return scaleStep(rollingStep(deployment, newest, old)) ?? finish(deployment, generations, now);
}

/** Deletes all old pods before the first pod of the new template is created. */
function recreate(known: Known, generations: Generations): Step {
  const { deployment, now } = known;
  const { newest, old } = generations;
  const stopping = scaleStep(old.filter(isRunning).map((replicaSet) => ({ replicaSet, replicas: 0 })));
  if (stopping !== undefined) return stopping;
  if (oldPodsRun(known, generations)) return rolloutStep(deployment, generations, now);
  if (newest === undefined) return { do: "create", revision: nextRevision(old), old };
  const wanted = replicasOf(deployment);
  const starting = replicasOf(newest) === wanted ? [] : [{ replicaSet: newest, replicas: wanted }];
  return scaleStep(starting) ?? finish(deployment, generations, now);
}

function oldPodsRun({ podsOf }: Known, { old }: Generations): boolean {
  if (sum(old.map(({ status }) => status?.replicas ?? 0)) > 0) return true;
  return old.some((replicaSet) =>
    podsOf(replicaSet).some(({ status }) => status?.phase !== "Failed" && status?.phase !== "Succeeded"),
  );
}

function finish(deployment: Deployment, generations: Generations, now: number): Step {
  const isDone = isComplete(deployment, deployment.status ?? {});
  return (
    (isDone ? cleanUpStep(deployment, generations) : undefined) ?? rolloutStep(deployment, generations, now)
  );
}

const scaleStep = (scalings: readonly Scaling[]): Step | undefined =>
  scalings.length === 0 ? undefined : { do: "scale", scalings };

const statusStep = (deployment: Deployment, generations: Generations, now: number): Step =>
  written(deployment, countedStatus(deployment, generations, now));

const rolloutStep = (deployment: Deployment, generations: Generations, now: number): Step =>
  written(deployment, rolloutStatus(deployment, generations, now));

const written = (deployment: Deployment, status: NonNullable<Deployment["status"]>): Step =>
  semanticEqual(deployment.status, status)
    ? NOTHING
    : { do: "status", deployment: { ...deployment, status } };

/** Records that a rollout was paused or resumed. The progress deadline does not run during a pause. */
function pauseStep(deployment: Deployment, now: number): Step | undefined {
  if (!hasDeadline(deployment)) return undefined;
  const reason = findCondition(deployment.status?.conditions, PROGRESSING)?.reason;
  if (reason === "ProgressDeadlineExceeded") return undefined;
  const isPaused = deployment.spec?.paused === true;
  if (isPaused === (reason === "DeploymentPaused")) return undefined;
  const condition = isPaused
    ? progressing("Unknown", "DeploymentPaused", "Deployment is paused", now)
    : progressing("Unknown", "DeploymentResumed", "Deployment is resumed", now);
  return conditionStep(deployment, condition);
}

const conditionStep = (deployment: Deployment, condition: ReturnType<typeof progressing>): Step => ({
  do: "status",
  deployment: {
    ...deployment,
    status: { ...deployment.status, conditions: withCondition(deployment.status?.conditions, condition) },
  },
});

/** Updates the annotations of the newest replica set, then those of the Deployment, to its revision. */
function annotationStep(deployment: Deployment, { newest, old }: Generations, now: number): Step | undefined {
  if (newest === undefined) return undefined;
  const { metadata, spec } = newest;
  const annotations = newestAnnotations(deployment, metadata.annotations ?? {}, nextRevision(old), false);
  const minReadySeconds = deployment.spec?.minReadySeconds ?? 0;
  if (!semanticEqual(annotations, metadata.annotations) || (spec?.minReadySeconds ?? 0) !== minReadySeconds)
    return {
      do: "update",
      replicaSet: {
        ...newest,
        metadata: { ...metadata, annotations: { ...annotations } },
        spec: { ...spec, minReadySeconds },
      },
    };
  return revisionStep(deployment, newest, now);
}

function revisionStep(deployment: Deployment, newest: ReplicaSet, now: number): Step | undefined {
  const annotated = withRevision(deployment, newest.metadata.annotations?.[REVISION]);
  const isUnknown =
    hasDeadline(deployment) && findCondition(deployment.status?.conditions, PROGRESSING) === undefined;
  if (isUnknown) {
    const message = `Found new replica set "${newest.metadata.name}"`;
    return conditionStep(annotated, progressing("True", "FoundNewReplicaSet", message, now));
  }
  return annotated === deployment ? undefined : { do: "status", deployment: annotated };
}

/** Sets the revision annotation. Returns the same object if nothing changes. */
function withRevision(deployment: Deployment, revision: string | undefined): Deployment {
  const { metadata } = deployment;
  if (revision === undefined || metadata.annotations?.[REVISION] === revision) return deployment;
  return {
    ...deployment,
    metadata: { ...metadata, annotations: { ...metadata.annotations, [REVISION]: revision } },
  };
}

/** Returns the Deployment to be written after the creation of the replica set of a revision. */
export function afterCreation(
  deployment: Deployment,
  { metadata }: ReplicaSet,
  revision: bigint,
  now: number,
): Deployment {
  const annotated = withRevision(deployment, String(revision));
  if (!hasDeadline(deployment)) return annotated;
  const message = `Created new replica set "${metadata.name}"`;
  const condition = progressing("True", "NewReplicaSetCreated", message, now);
  const conditions = withCondition(deployment.status?.conditions, condition);
  return { ...annotated, status: { ...deployment.status, conditions } };
}

/** Deletes replica sets beyond the revision history limit that have no pods and no pending change. */
function cleanUpStep(deployment: Deployment, { old }: Generations): Step | undefined {
  if (!hasHistoryLimit(deployment)) return undefined;
  const alive = old.filter(({ metadata }) => metadata.deletionTimestamp === undefined).sort(byRevision);
  const surplus = alive.length - (deployment.spec?.revisionHistoryLimit ?? 0);
  if (surplus <= 0) return undefined;
  const replicaSets = alive.slice(0, surplus).filter(isAtRest);
  return replicaSets.length === 0 ? undefined : { do: "remove", replicaSets };
}

const isAtRest = (replicaSet: ReplicaSet): boolean =>
  (replicaSet.status?.replicas ?? 0) === 0 &&
  replicasOf(replicaSet) === 0 &&
  (replicaSet.metadata.generation ?? 0) <= (replicaSet.status?.observedGeneration ?? 0);
