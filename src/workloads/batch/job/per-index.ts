import type { Job } from "../../../types/tables/batch/v1-types.ts";
import type { Pod } from "../../../types/tables/core/v1-types.ts";
import { verdictOn } from "./failure-policy.ts";
import { finishedAt, hasFailed, isTracked } from "./finished.ts";
import { indexOf, ownIndex } from "./indexes.ts";
import { hasIndex, type Intervals, intervalsOf, merged, readIntervals } from "./intervals.ts";

const FAILURES = "batch.kubernetes.io/job-index-failure-count";
const IGNORED = "batch.kubernetes.io/job-index-ignored-failure-count";
const MAX_INT32 = 2 ** 31 - 1;

/** True if failures are counted for each index. */
export const hasLimitPerIndex = ({ spec }: Job): boolean => spec?.backoffLimitPerIndex !== undefined;

/** Returns the indexes whose pods have failed too often, including those that the status has already. */
export function failedIndexes(job: Job, pods: readonly Pod[]): Intervals {
  const { completions = 0 } = job.spec ?? {};
  const before = readIntervals(job.status?.failedIndexes ?? "", completions);
  const failed = pods
    .filter((pod) => isTracked(pod) && isLastFailure(job, pod))
    .map((pod) => ownIndex(pod, job))
    .filter((index) => index !== undefined);
  return merged(before, intervalsOf(failed));
}

function isLastFailure(job: Job, pod: Pod): boolean {
  if (!hasFailed(pod, job)) return false;
  const { action, counts } = verdictOn(pod, job);
  return (
    action === "FailIndex" || (counts && countIn(pod, FAILURES) >= (job.spec?.backoffLimitPerIndex ?? 0))
  );
}

/**
 * Returns the last failed pod of each index that has no new pod yet. It keeps its finalizer until the new pod
 * exists, which gets the number of failures as an annotation. getPodsWithDelayedDeletionPerIndex of the
 * reference.
 */
export function lastFailures(
  job: Job,
  pods: readonly Pod[],
  active: readonly Pod[],
  ended: Intervals,
): ReadonlyMap<number, Pod> {
  const running = new Set(active.map(indexOf));
  const last = new Map<number, Pod>();
  for (const pod of pods) {
    const index = ownIndex(pod, job);
    if (index === undefined || !isTracked(pod) || !hasFailed(pod, job)) continue;
    if (running.has(index) || hasIndex(ended, index)) continue;
    const known = last.get(index);
    if (known === undefined || isLater(pod, known)) last.set(index, pod);
  }
  return last;
}

const isLater = (pod: Pod, known: Pod): boolean =>
  allFailures(pod) >= allFailures(known) && finishedAt(pod) >= finishedAt(known);

/** Returns the number of failures of the index before this pod, including those that do not count. */
export const allFailures = (pod: Pod): number => countIn(pod, FAILURES) + countIn(pod, IGNORED);

/** Returns the annotations of the next pod of an index. */
export function failureCounts(job: Job, before: Pod | undefined): { [annotation: string]: string } {
  const counts = before !== undefined && verdictOn(before, job).counts;
  const failures = before === undefined ? 0 : countIn(before, FAILURES) + (counts ? 1 : 0);
  const ignored = before === undefined ? 0 : countIn(before, IGNORED) + (counts ? 0 : 1);
  return { [FAILURES]: String(failures), ...(ignored > 0 ? { [IGNORED]: String(ignored) } : {}) };
}

function countIn({ metadata }: Pod, annotation: string): number {
  const text = metadata.annotations?.[annotation] ?? "";
  const count = /^[+-]?\d+$/.test(text) ? Number(text) : 0;
  return count < 0 || count > MAX_INT32 ? 0 : count;
}
