import type { Job } from "../../../types/tables/batch/v1-types.ts";
import type { Pod } from "../../../types/tables/core/v1-types.ts";
import { isActive } from "../../shared/pods/pods.ts";
import { type Backoff, nextBackoff } from "./backoff.ts";
import { verdictOn } from "./failure-policy.ts";
import { hasFailed, hasSucceeded, isTracked } from "./finished.ts";
import { isIndexed, ownIndex } from "./indexes.ts";
import { type Intervals, intervalsOf, merged, readIntervals, sizeOf } from "./intervals.ts";
import { failedIndexes, hasLimitPerIndex, lastFailures } from "./per-index.ts";

/** A Job, and the state that follows from its pods. */
export interface JobView {
  readonly job: Job;
  /** The pods that the Job controls; for an indexed Job in the order of their indexes. */
  readonly pods: readonly Pod[];
  readonly active: readonly Pod[];
  /** Number of succeeded pods, including those that are not counted yet. */
  readonly succeeded: number;
  /**
   * Number of failed pods, including those that are not counted yet, without those that the failure policy
   * ignores.
   */
  readonly failed: number;
  /**
   * Succeeded indexes of an indexed Job. `knownIndexes`: those of the status. `succeededIndexes`: those, and
   * the indexes of pods that are not counted yet.
   */
  readonly knownIndexes: Intervals;
  readonly succeededIndexes: Intervals;
  /** Present only for a Job with a limit per index. */
  readonly failedIndexes?: Intervals;
  /** Failed pods by index; see `lastFailures`. */
  readonly waiting: ReadonlyMap<number, Pod>;
  readonly backoff: Backoff;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** `backoff`: the state before the pods that are not counted yet. */
export function viewOf(job: Job, given: readonly Pod[], now: number, backoff: Backoff | undefined): JobView {
  const pods = isIndexed(job) ? byIndex(job, given) : given;
  const { failed = 0, uncountedTerminatedPods: uncounted = {} } = job.status ?? {};
  const isNew = isNewTo(job);
  const failures = pods.filter((pod) => isNew(pod, uncounted.failed) && hasFailed(pod, job));
  const successes = pods.filter((pod) => isNew(pod, uncounted.succeeded) && hasSucceeded(pod));
  const counting = failures.filter((pod) => verdictOn(pod, job).counts);
  const common = {
    job,
    pods,
    successes,
    active: pods.filter(isActive),
    failed: failed + (uncounted.failed ?? []).length + counting.length,
    backoff: nextBackoff(backoff, successes, failures),
    now,
  };
  return { ...common, ...(isIndexed(job) ? indexesOf(common) : plainSuccesses(common)) };
}

interface Common extends Pick<JobView, "job" | "pods" | "active"> {
  /** Succeeded pods that are not counted yet. */
  readonly successes: readonly Pod[];
}

const byIndex = (job: Job, pods: readonly Pod[]): Pod[] =>
  [...pods].sort((a, b) => (ownIndex(a, job) ?? -1) - (ownIndex(b, job) ?? -1));

/** Returns a function that is true for a pod that is not counted and whose uid is not in the list. */
const isNewTo =
  (job: Job) =>
  (pod: Pod, counted: readonly string[] = []): boolean =>
    isTracked(pod) &&
    !counted.includes(pod.metadata.uid ?? "") &&
    (!isIndexed(job) || ownIndex(pod, job) !== undefined);

function plainSuccesses({ job, successes }: Common) {
  const { succeeded = 0, uncountedTerminatedPods: uncounted = {} } = job.status ?? {};
  return {
    succeeded: succeeded + (uncounted.succeeded ?? []).length + successes.length,
    knownIndexes: [],
    succeededIndexes: [],
    waiting: new Map<number, Pod>(),
  };
}

function indexesOf({ job, pods, active, successes }: Common) {
  const knownIndexes = readIntervals(job.status?.completedIndexes ?? "", job.spec?.completions ?? 0);
  const indexes = successes.map((pod) => ownIndex(pod, job)).filter((index) => index !== undefined);
  const succeededIndexes = merged(knownIndexes, intervalsOf(indexes));
  const common = { succeeded: sizeOf(succeededIndexes), knownIndexes, succeededIndexes };
  if (!hasLimitPerIndex(job)) return { ...common, waiting: new Map<number, Pod>() };
  const failed = failedIndexes(job, pods);
  const waiting = lastFailures(job, pods, active, merged(succeededIndexes, failed));
  return { ...common, failedIndexes: failed, waiting };
}
