import type { Job } from "../../../types/tables/batch/v1-types.ts";
import type { ContainerStatus, Pod } from "../../../types/tables/core/v1-types.ts";
import { findCondition } from "../../shared/conditions.ts";
import { verdictOn } from "./failure-policy.ts";
import { hasFailed } from "./finished.ts";
import { isIndexed } from "./indexes.ts";
import { type Intervals, overlapOf, readIntervals, sizeOf } from "./intervals.ts";
import type { JobView } from "./view.ts";

/** The reason why a Job ends. */
export interface End {
  readonly failed: boolean;
  readonly reason: string;
  readonly message: string;
}

const failure = (reason: string, message: string): End => ({ failed: true, reason, message });

const success = (reason: string, message: string): End => ({ failed: false, reason, message });

export const COMPLETE = success("CompletionsReached", "Reached expected number of succeeded pods");

/**
 * Returns the end of a Job, checked in the order of syncJob of the reference; undefined if it does not end.
 * Completion is checked later, by `isComplete`.
 */
export const endOf = (view: JobView): End | undefined =>
  knownEnd(view.job) ?? policyEnd(view) ?? limitEnd(view) ?? indexEnd(view) ?? successEnd(view);

function knownEnd({ status }: Job): End | undefined {
  for (const type of ["SuccessCriteriaMet", "FailureTarget"]) {
    const found = findCondition(status?.conditions, type);
    if (found?.status === "True")
      return { failed: type === "FailureTarget", reason: found.reason ?? "", message: found.message ?? "" };
  }
  return undefined;
}

function policyEnd({ job, pods }: JobView): End | undefined {
  for (const pod of pods) {
    const { message } = hasFailed(pod, job) ? verdictOn(pod, job) : { message: undefined };
    if (message !== undefined) return failure("PodFailurePolicy", message);
  }
  return undefined;
}

function limitEnd({ job, pods, failed, now }: JobView): End | undefined {
  if (failed > (job.spec?.backoffLimit ?? 6) || restartsTooOften(job, pods))
    return failure("BackoffLimitExceeded", "Job has reached the specified backoff limit");
  const deadline = deadlineOf(job);
  return deadline !== undefined && deadline <= now
    ? failure("DeadlineExceeded", "Job was active longer than specified deadline")
    : undefined;
}

/**
 * Returns true if containers have restarted too often. Restarts count only for the restart policy OnFailure,
 * because its pods are not replaced.
 */
function restartsTooOften({ spec }: Job, pods: readonly Pod[]): boolean {
  if (spec?.template?.spec?.restartPolicy !== "OnFailure") return false;
  const restarts = (statuses: readonly ContainerStatus[] = []): number =>
    statuses.reduce((total, { restartCount = 0 }) => total + restartCount, 0);
  const total = pods
    .filter(({ status }) => status?.phase === "Running" || status?.phase === "Pending")
    .reduce(
      (sum, { status }) =>
        sum + restarts(status?.initContainerStatuses) + restarts(status?.containerStatuses),
      0,
    );
  return total >= Math.max(1, spec.backoffLimit ?? 6);
}

/** Returns the deadline in milliseconds since the epoch; undefined if there is none. */
export function deadlineOf({ spec, status }: Job): number | undefined {
  if (spec?.activeDeadlineSeconds === undefined || status?.startTime === undefined || spec.suspend === true)
    return undefined;
  return Date.parse(status.startTime) + spec.activeDeadlineSeconds * 1000;
}

function indexEnd({ job, failedIndexes, succeeded }: JobView): End | undefined {
  const { maxFailedIndexes = Number.POSITIVE_INFINITY, completions = 0 } = job.spec ?? {};
  const failed = sizeOf(failedIndexes ?? []);
  if (failed > maxFailedIndexes)
    return failure(
      "MaxFailedIndexesExceeded",
      "Job has exceeded the specified maximal number of failed indexes",
    );
  return failed > 0 && failed + succeeded >= completions
    ? failure("FailedIndexes", "Job has failed indexes")
    : undefined;
}

function successEnd({ job, succeededIndexes }: JobView): End | undefined {
  const rule = isIndexed(job) ? metSuccessRule(job, succeededIndexes) : undefined;
  return rule === undefined ? undefined : success("SuccessPolicy", rule);
}

/** Returns true if enough pods have succeeded and none is running. */
export function isComplete({ job, succeeded }: JobView, active: number): boolean {
  const { completions } = job.spec ?? {};
  return active === 0 && (completions === undefined ? succeeded > 0 : succeeded >= completions);
}

/**
 * Returns a text about the first rule that enough indexes have succeeded for; undefined if no rule matches.
 * matchSuccessPolicy of the reference.
 */
function metSuccessRule({ spec }: Job, succeeded: Intervals): string | undefined {
  if (succeeded.length === 0) return undefined;
  const index = (spec?.successPolicy?.rules ?? []).findIndex(({ succeededIndexes, succeededCount }) => {
    if (succeededIndexes === undefined)
      return succeededCount !== undefined && sizeOf(succeeded) >= succeededCount;
    const wanted = readIntervals(succeededIndexes, spec?.completions ?? 0);
    const met = overlapOf(wanted, succeeded);
    return (
      wanted.length > 0 && (met === sizeOf(wanted) || met >= (succeededCount ?? Number.POSITIVE_INFINITY))
    );
  });
  return index < 0 ? undefined : `Matched rules at index ${index}`;
}
