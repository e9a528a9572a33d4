import type { Job, JobStatus, Pod } from "../workloads/types.ts";
import { completedIndexes, indexOf, isIndexed, writtenIndexes } from "./indexes.ts";

export const TRACKING = "batch.kubernetes.io/job-tracking";

/** What the status of a Job has to say of pods that have ended. */
export interface Account {
  readonly status: JobStatus;
  /** They have ended: once the status says so, their finalizers go. */
  readonly ended: readonly Pod[];
}

export const isTracked = ({ metadata }: Pod): boolean => metadata.finalizers?.includes(TRACKING) === true;

/** A pod on its way out counts as failed, unless only those are replaced that have really ended. */
export function hasFailed({ status, metadata }: Pod, { spec }: Job): boolean {
  if (status?.phase === "Failed") return true;
  return (
    spec?.podReplacementPolicy !== "Failed" &&
    metadata.deletionTimestamp !== undefined &&
    status?.phase !== "Succeeded"
  );
}

/** More pods are counted in the next round. */
const MOST_UNCOUNTED = 500;

/**
 * Each pod is counted once, however often this is interrupted: its uid is written into the status, then its finalizer is
 * removed, then the uid becomes a number.
 */
export function account(job: Job, pods: readonly Pod[]): Account {
  const tracked = pods.filter(isTracked);
  const uids = new Set(tracked.map(uidOf));
  const { succeeded = 0, failed = 0, uncountedTerminatedPods: before = {} } = job.status ?? {};
  const kept = {
    succeeded: (before.succeeded ?? []).filter((uid) => uids.has(uid)),
    failed: (before.failed ?? []).filter((uid) => uids.has(uid)),
  };
  const ended = tracked
    .filter((pod) => pod.status?.phase === "Succeeded" || hasFailed(pod, job))
    .slice(0, MOST_UNCOUNTED);
  const indexes = new Set(completedIndexes(job));
  const isKnown = new Set([...kept.succeeded, ...kept.failed]);
  for (const pod of ended) {
    if (isKnown.has(uidOf(pod))) continue;
    if (pod.status?.phase !== "Succeeded") kept.failed.push(uidOf(pod));
    else if (isIndexed(job)) noteIndex(job, pod, indexes);
    else kept.succeeded.push(uidOf(pod));
  }
  const gone = (before.failed ?? []).length - (before.failed ?? []).filter((uid) => uids.has(uid)).length;
  const done =
    (before.succeeded ?? []).length - (before.succeeded ?? []).filter((uid) => uids.has(uid)).length;
  const total = isIndexed(job) ? indexes.size : succeeded + done;
  return {
    ended,
    status: {
      ...job.status,
      ...(total === 0 ? {} : { succeeded: total }),
      ...(failed + gone === 0 ? {} : { failed: failed + gone }),
      ...(isIndexed(job) && indexes.size > 0 ? { completedIndexes: writtenIndexes(indexes) } : {}),
      uncountedTerminatedPods: {
        ...(kept.succeeded.length === 0 ? {} : { succeeded: kept.succeeded }),
        ...(kept.failed.length === 0 ? {} : { failed: kept.failed }),
      },
    },
  };
}

const uidOf = ({ metadata }: Pod): string => metadata.uid ?? "";

function noteIndex(job: Job, pod: Pod, indexes: Set<number>): void {
  const index = indexOf(pod);
  if (index !== undefined && index < (job.spec?.completions ?? 0)) indexes.add(index);
}

/** How many have ended well and badly, those included that are not numbers yet. */
export function totals({ status }: Account): { readonly succeeded: number; readonly failed: number } {
  const { succeeded = 0, failed = 0, uncountedTerminatedPods: uncounted = {} } = status;
  return {
    succeeded: succeeded + (uncounted.succeeded ?? []).length,
    failed: failed + (uncounted.failed ?? []).length,
  };
}
