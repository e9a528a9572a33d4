import type { Job, JobStatus } from "../../../types/tables/batch/v1-types.ts";
import type { Pod } from "../../../types/tables/core/v1-types.ts";
import type { End } from "./ends.ts";
import { verdictOn } from "./failure-policy.ts";
import { hasFailed, hasSucceeded, isTracked } from "./finished.ts";
import { isIndexed, ownIndex } from "./indexes.ts";
import { hasIndex, intervalsOf, merged, sizeOf, writtenIntervals } from "./intervals.ts";
import type { JobView } from "./view.ts";

/** The new status of a Job after its ended pods have been counted. */
export interface Count {
  readonly status: JobStatus;
  /** Pods whose finalizers are removed after the status has been written. */
  readonly ended: readonly Pod[];
  /** True if the limit of a round was reached. Further pods are counted in the next round. */
  readonly isFull: boolean;
}

/** Largest number of pods that one round counts. */
const MOST_UNCOUNTED = 500;

/**
 * Counts ended pods. Each pod is counted once, even if the work is interrupted: its uid is written into the
 * status, then its finalizer is removed, then the uid is replaced by a number. Succeeded indexes need no uid.
 * trackJobStatusAndRemoveFinalizers of the reference.
 */
export function countPods(view: JobView, before: JobStatus, end: End | undefined): Count {
  const status = folded(before, uidsOf(view.pods.filter(isTracked)));
  const succeeded = [...(status.uncountedTerminatedPods?.succeeded ?? [])];
  const failed = [...(status.uncountedTerminatedPods?.failed ?? [])];
  const indexes: number[] = [];
  const ended: Pod[] = [];
  const isFull = (): boolean => indexes.length + succeeded.length + failed.length >= MOST_UNCOUNTED;
  for (const pod of view.pods.filter((one) => isTracked(one) && mayRelease(view, one, end))) {
    const uid = pod.metadata.uid ?? "";
    const index = ownIndex(pod, view.job);
    ended.push(pod);
    if (hasSucceeded(pod) && !failed.includes(uid)) {
      if (!isIndexed(view.job)) succeeded.push(...(succeeded.includes(uid) ? [] : [uid]));
      else if (index !== undefined && !hasIndex(view.knownIndexes, index)) indexes.push(index);
    } else if (isFailure(view.job, pod, end) && !failed.includes(uid)) failed.push(uid);
    if (isFull()) break;
  }
  const counted = { ...status, uncountedTerminatedPods: uncountedOf(succeeded, failed) };
  return { status: withIndexes(counted, view, indexes), ended, isFull: isFull() };
}

const uidsOf = (pods: readonly Pod[]): ReadonlySet<string> =>
  new Set(pods.map(({ metadata }) => metadata.uid ?? ""));

/** Replaces the uids of pods without a finalizer by numbers. */
function folded(status: JobStatus, tracked: ReadonlySet<string>): JobStatus {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  const isKept = (uid: string): boolean => tracked.has(uid);
  const counts = {
    succeeded: (status.succeeded ?? 0) + succeeded.filter((uid) => !isKept(uid)).length,
    failed: (status.failed ?? 0) + failed.filter((uid) => !isKept(uid)).length,
  };
  return {
    ...status,
    ...(counts.succeeded === 0 ? {} : { succeeded: counts.succeeded }),
    ...(counts.failed === 0 ? {} : { failed: counts.failed }),
    uncountedTerminatedPods: uncountedOf(succeeded.filter(isKept), failed.filter(isKept)),
  };
}

/** Returns the status after the finalizers of the `released` pods were removed. */
export const afterRelease = (status: JobStatus, pods: readonly Pod[], released: readonly Pod[]): JobStatus =>
  folded(status, uidsOf(pods.filter((pod) => isTracked(pod) && !released.includes(pod))));

const uncountedOf = (
  succeeded: string[],
  failed: string[],
): NonNullable<JobStatus["uncountedTerminatedPods"]> => ({
  ...(succeeded.length === 0 ? {} : { succeeded }),
  ...(failed.length === 0 ? {} : { failed }),
});

/**
 * Returns true if the finalizer of the pod can be removed. A failed pod whose index has no new pod yet keeps
 * it, unless the Job ends.
 */
function mayRelease({ job, waiting }: JobView, pod: Pod, end: End | undefined): boolean {
  if (job.metadata.deletionTimestamp !== undefined || end !== undefined || hasSucceeded(pod)) return true;
  if (!hasFailed(pod, job)) return false;
  const index = ownIndex(pod, job);
  return index === undefined || waiting.get(index)?.metadata.uid !== pod.metadata.uid;
}

/** Returns true if the pod counts as failed. When a Job fails, all its remaining pods count as failed. */
function isFailure(job: Job, pod: Pod, end: End | undefined): boolean {
  if (!hasFailed(pod, job) && end?.failed !== true) return false;
  return (!isIndexed(job) || ownIndex(pod, job) !== undefined) && verdictOn(pod, job).counts;
}

function withIndexes(status: JobStatus, view: JobView, indexes: readonly number[]): JobStatus {
  if (!isIndexed(view.job)) return status;
  const { completedIndexes: _, succeeded: __, ...rest } = status;
  const completed = merged(view.succeededIndexes, intervalsOf(indexes));
  return {
    ...rest,
    ...(completed.length === 0
      ? {}
      : { completedIndexes: writtenIntervals(completed), succeeded: sizeOf(completed) }),
    ...(view.failedIndexes === undefined ? {} : { failedIndexes: writtenIntervals(view.failedIndexes) }),
  };
}
