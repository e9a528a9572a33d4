import type { Job } from "../../../types/tables/batch/v1-types.ts";
import type { ContainerStatus, Pod } from "../../../types/tables/core/v1-types.ts";
import { findCondition } from "../../shared/conditions.ts";

export const TRACKING = "batch.kubernetes.io/job-tracking";

/** Returns true if a pod has not been counted yet. */
export const isTracked = ({ metadata }: Pod): boolean => metadata.finalizers?.includes(TRACKING) === true;

/** True if the job has succeeded or failed. */
export const isFinished = ({ status }: Job): boolean =>
  ["Complete", "Failed"].some((type) => findCondition(status?.conditions, type)?.status === "True");

/** True for the phase Succeeded. */
export const hasSucceeded = ({ status }: Pod): boolean => status?.phase === "Succeeded";

/** True if a pod that is being deleted is replaced only when it has ended. */
export const replacesFailedOnly = ({ spec }: Job): boolean => spec?.podReplacementPolicy === "Failed";

/**
 * Returns true if a pod counts as failed. That includes a pod that is being deleted, unless the Job replaces
 * failed pods only.
 */
export function hasFailed(pod: Pod, job: Job): boolean {
  if (pod.status?.phase === "Failed") return true;
  return !replacesFailedOnly(job) && pod.metadata.deletionTimestamp !== undefined && !hasSucceeded(pod);
}

/** Returns the end of a pod, in milliseconds since the epoch: getFinishedTime of the reference. */
export function finishedAt({ metadata, spec, status }: Pod): number {
  const sidecars = new Set(
    (spec?.initContainers ?? [])
      .filter(({ restartPolicy }) => restartPolicy === "Always")
      .map(({ name }) => name),
  );
  const containers = [
    ...(status?.containerStatuses ?? []),
    ...(status?.initContainerStatuses ?? []).filter(({ name = "" }) => sidecars.has(name)),
  ];
  const ready = findCondition(status?.conditions, "Ready");
  return (
    lastEnd(containers) ??
    (ready?.status === "False" ? timeOf(ready.lastTransitionTime) : undefined) ??
    deletedAt(metadata) ??
    timeOf(metadata.creationTimestamp) ??
    0
  );
}

/** Returns the end of the last container; undefined if one of them has not ended. */
function lastEnd(containers: readonly ContainerStatus[]): number | undefined {
  const ends = containers.map(({ state }) => timeOf(state?.terminated?.finishedAt));
  const known = ends.filter((end) => end !== undefined);
  return known.length === 0 || known.length < ends.length ? undefined : Math.max(...known);
}

function deletedAt({
  deletionTimestamp,
  deletionGracePeriodSeconds = 0,
}: Pod["metadata"]): number | undefined {
  const end = timeOf(deletionTimestamp);
  return end === undefined ? undefined : end - Number(deletionGracePeriodSeconds) * 1000;
}

function timeOf(text: string | null | undefined): number | undefined {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? undefined : time;
}
