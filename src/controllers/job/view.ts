import { isActive } from "../workloads/pods.ts";
import type { Job, Pod } from "../workloads/types.ts";
import { type Backoff, nextBackoff } from "./backoff.ts";
import { verdictOn } from "./failure-policy.ts";
import { hasFailed, hasSucceeded, isTracked } from "./finished.ts";
import { isIndexed, ownIndex } from "./indexes.ts";
import { type Intervals, intervalsOf, merged, readIntervals, sizeOf } from "./intervals.ts";
import { failedIndexes, hasLimitPerIndex, lastFailures } from "./per-index.ts";

/** A Job with what its pods say. */
export interface JobView {
  readonly job: Job;
  /** Those that the Job controls; of an indexed Job in the order of their indexes. */
  readonly pods: readonly Pod[];
  readonly active: readonly Pod[];
  /** With those that have ended and are not counted yet. */
  readonly succeeded: number;
  /** The same; those that the policy ignores do not count. */
  readonly failed: number;
  /** Of an indexed Job: as the status has them, and with the pods that have just succeeded. */
  readonly knownIndexes: Intervals;
  readonly succeededIndexes: Intervals;
  /** Only with a limit per index. */
  readonly failedIndexes?: Intervals;
  /** By index; see `lastFailures`. */
  readonly waiting: ReadonlyMap<number, Pod>;
  readonly backoff: Backoff;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** `backoff`: before the pods that have just ended. */
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
  /** Those that are not counted yet. */
  readonly successes: readonly Pod[];
}

const byIndex = (job: Job, pods: readonly Pod[]): Pod[] =>
  [...pods].sort((a, b) => (ownIndex(a, job) ?? -1) - (ownIndex(b, job) ?? -1));

/** Whether a pod is still to be counted, and no list has it. */
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
