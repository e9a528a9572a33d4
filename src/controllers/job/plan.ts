import { formatTime } from "../../api/time.ts";
import { semanticEqual } from "../../json/semantic-equal.ts";
import { findCondition } from "../workloads/conditions.ts";
import { isActive, isReady, isTerminating } from "../workloads/pods.ts";
import type { Condition, Job, JobStatus, Pod } from "../workloads/types.ts";
import { type Account, account, totals } from "./account.ts";
import { backoffEnd } from "./backoff.ts";
import { completedIndexes, isIndexed, pendingIndexes } from "./indexes.ts";

/** What is to be done next for a Job; afterwards it is looked at again. */
export type Step =
  | { readonly do: "status"; readonly status: JobStatus; readonly says?: Said }
  /** Takes the finalizer from pods that have been counted. */
  | { readonly do: "release"; readonly pods: readonly Pod[] }
  | { readonly do: "remove"; readonly pods: readonly Pod[] }
  /** `undefined`: a pod without an index. */
  | { readonly do: "create"; readonly indexes: readonly (number | undefined)[] }
  | { readonly do: "nothing"; readonly againAt?: number };

export interface Said {
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  readonly message: string;
}

/** So many pods are made or deleted at a time. */
const MOST_PODS = 500;

export const isFinished = ({ status }: Job): boolean =>
  ["Complete", "Failed"].some((type) => findCondition(status?.conditions, type)?.status === "True");

/** JobController.syncJob of the reference, cut into single writes. `pods`: those that the Job controls. */
export function nextStep(job: Job, pods: readonly Pod[], now: number): Step {
  const counted = account(job, pods);
  if (isFinished(job)) return releaseStep(counted.ended);
  const active = pods.filter(isActive);
  const status = currentStatus(job, pods, counted, now);
  const isCounted = semanticEqual(accounting(status), accounting(job.status ?? {}));
  if (!isCounted) return { do: "status", status };
  if (counted.ended.length > 0) return releaseStep(counted.ended);
  if (job.metadata.deletionTimestamp !== undefined) return statusStep(job, status);
  const end = endOf(job, counted, active, now);
  if (end !== undefined) return finishStep(job, status, active, end, now);
  return suspendStep(job, status, now) ?? manageStep(job, pods, counted, status, now);
}

const releaseStep = (pods: readonly Pod[]): Step =>
  pods.length === 0 ? { do: "nothing" } : { do: "release", pods };

const accounting = ({
  uncountedTerminatedPods = {},
  succeeded,
  failed,
  completedIndexes: indexes,
}: JobStatus) => ({
  ...uncountedTerminatedPods,
  count: [succeeded ?? 0, failed ?? 0, indexes ?? ""],
});

function currentStatus(job: Job, pods: readonly Pod[], { status }: Account, now: number): JobStatus {
  const active = pods.filter(isActive);
  const { active: _, ...rest } = status;
  const start = job.spec?.suspend === true ? {} : { startTime: job.status?.startTime ?? formatTime(now) };
  return {
    ...rest,
    ...start,
    ...(active.length === 0 ? {} : { active: active.length }),
    ready: active.filter(isReady).length,
    terminating: pods.filter(isTerminating).length,
  };
}

const statusStep = (job: Job, status: JobStatus, againAt?: number): Step => {
  if (!semanticEqual(status, job.status)) return { do: "status", status };
  return againAt === undefined ? { do: "nothing" } : { do: "nothing", againAt };
};

/** Why a Job is to end. */
interface End {
  readonly failed: boolean;
  readonly reason: string;
  readonly message: string;
}

const COMPLETE: End = {
  failed: false,
  reason: "CompletionsReached",
  message: "Reached expected number of succeeded pods",
};

function endOf(job: Job, counted: Account, active: readonly Pod[], now: number): End | undefined {
  const { spec, status } = job;
  const { succeeded, failed } = totals(counted);
  for (const type of ["FailureTarget", "SuccessCriteriaMet"]) {
    const found = findCondition(status?.conditions, type);
    if (found?.status === "True")
      return { failed: type === "FailureTarget", reason: found.reason ?? "", message: found.message ?? "" };
  }
  if (failed > (spec?.backoffLimit ?? 6))
    return {
      failed: true,
      reason: "BackoffLimitExceeded",
      message: "Job has reached the specified backoff limit",
    };
  const deadline = deadlineOf(job);
  if (deadline !== undefined && deadline <= now)
    return {
      failed: true,
      reason: "DeadlineExceeded",
      message: "Job was active longer than specified deadline",
    };
  const isDone =
    spec?.completions === undefined ? succeeded > 0 && active.length === 0 : succeeded >= spec.completions;
  return isDone && active.length === 0 ? COMPLETE : undefined;
}

function deadlineOf({ spec, status }: Job): number | undefined {
  if (spec?.activeDeadlineSeconds === undefined || status?.startTime === undefined || spec.suspend === true)
    return undefined;
  return Date.parse(status.startTime) + spec.activeDeadlineSeconds * 1000;
}

/** Its pods are deleted, it says that it will end, and when all of them have been counted, that it has ended. */
function finishStep(job: Job, status: JobStatus, active: readonly Pod[], end: End, now: number): Step {
  if (active.length > 0) return { do: "remove", pods: active };
  const first = end.failed ? "FailureTarget" : "SuccessCriteriaMet";
  const conditions = [...(job.status?.conditions ?? [])];
  if (findCondition(conditions, first) === undefined) conditions.push(conditionOf(first, end, now));
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  if (succeeded.length + failed.length > 0 || (status.terminating ?? 0) > 0)
    return statusStep(job, { ...status, conditions });
  conditions.push(conditionOf(end.failed ? "Failed" : "Complete", end, now));
  return {
    do: "status",
    status: { ...status, conditions, ...(end.failed ? {} : { completionTime: formatTime(now) }) },
    says: end.failed
      ? { type: "Warning", reason: end.reason, message: end.message }
      : { type: "Normal", reason: "Completed", message: "Job completed" },
  };
}

function conditionOf(
  type: string,
  { reason, message }: Omit<End, "failed">,
  now: number,
  status = "True",
): Condition {
  const time = formatTime(now);
  return { type, status, lastProbeTime: time, lastTransitionTime: time, reason, message };
}

function suspendStep(job: Job, status: JobStatus, now: number): Step | undefined {
  const wanted = job.spec?.suspend === true;
  const known = findCondition(job.status?.conditions, "Suspended");
  if ((known?.status === "True") === wanted) return undefined;
  const why = wanted
    ? { reason: "JobSuspended", message: "Job suspended" }
    : { reason: "JobResumed", message: "Job resumed" };
  const others = (job.status?.conditions ?? []).filter(({ type }) => type !== "Suspended");
  const conditions = [...others, conditionOf("Suspended", why, now, wanted ? "True" : "False")];
  const { startTime: _, ...rest } = status;
  return {
    do: "status",
    status: { ...rest, conditions, ...(wanted ? {} : { startTime: formatTime(now) }) },
    says: { type: "Normal", reason: wanted ? "Suspended" : "Resumed", message: why.message },
  };
}

function manageStep(job: Job, pods: readonly Pod[], counted: Account, status: JobStatus, now: number): Step {
  const active = pods.filter(isActive);
  const wanted = job.spec?.suspend === true ? 0 : wantedActive(job, totals(counted).succeeded, active.length);
  if (active.length > wanted)
    return { do: "remove", pods: removable(active).slice(0, Math.min(active.length - wanted, MOST_PODS)) };
  const terminating = job.spec?.podReplacementPolicy === "Failed" ? (status.terminating ?? 0) : 0;
  const missing = Math.min(wanted - active.length - terminating, MOST_PODS);
  if (missing <= 0) return statusStep(job, status, deadlineOf(job));
  const mayAt = backoffEnd(pods);
  if (mayAt > now) return statusStep(job, status, Math.min(mayAt, deadlineOf(job) ?? mayAt));
  const indexes = isIndexed(job)
    ? pendingIndexes(job, new Set(completedIndexes(job)), active, missing)
    : Array.from({ length: missing }, () => undefined);
  return indexes.length === 0 ? statusStep(job, status, deadlineOf(job)) : { do: "create", indexes };
}

function wantedActive({ spec }: Job, succeeded: number, active: number): number {
  const parallelism = spec?.parallelism ?? 1;
  if (spec?.completions === undefined) return succeeded > 0 ? active : parallelism;
  return Math.max(0, Math.min(spec.completions - succeeded, parallelism));
}

/** Those that are not ready go first. */
const removable = (active: readonly Pod[]): Pod[] =>
  [...active].sort((a, b) => Number(isReady(a)) - Number(isReady(b)));
