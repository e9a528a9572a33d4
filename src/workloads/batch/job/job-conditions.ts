import { formatTime } from "../../../api/time.ts";
import type { JobCondition as Condition, Job, JobStatus } from "../../../types/tables/batch/v1-types.ts";
import { findCondition, withoutCondition } from "../../shared/conditions.ts";
import type { End } from "./ends.ts";

/** An event to be written. */
export interface Said {
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  readonly message: string;
}

interface Why {
  readonly reason: string;
  readonly message: string;
}

function conditionOf(type: string, { reason, message }: Why, now: number, status = "True"): Condition {
  const time = formatTime(now);
  return { type, status, lastProbeTime: time, lastTransitionTime: time, reason, message };
}

/**
 * Adds the condition that announces the end of the Job. It is written before the finalizers of its pods are
 * removed.
 */
export function announced(status: JobStatus, end: End, now: number): JobStatus {
  const type = end.failed ? "FailureTarget" : "SuccessCriteriaMet";
  if (findCondition(status.conditions, type) !== undefined) return status;
  return { ...status, conditions: [...(status.conditions ?? []), conditionOf(type, end, now)] };
}

/** Adds the condition that the Job has ended; undefined while pods are not counted or still terminating. */
export function ended(status: JobStatus, end: End, now: number): JobStatus | undefined {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  if (succeeded.length + failed.length > 0 || (status.terminating ?? 0) > 0) return undefined;
  const condition = conditionOf(end.failed ? "Failed" : "Complete", end, now);
  const conditions = [...withoutCondition(status.conditions, condition.type), condition];
  return { ...status, conditions, ...(end.failed ? {} : { completionTime: formatTime(now) }) };
}

/** Events about the end of a job. */
export function endSaid({ spec, status }: Job, end: End): readonly Said[] {
  if (end.failed) return [{ type: "Warning", reason: end.reason, message: end.message }];
  const surplus: Said = {
    type: "Warning",
    reason: "TooManySucceededPods",
    message: "Too many succeeded pods running after completion count reached",
  };
  const isSurplus = spec?.completions !== undefined && (status?.succeeded ?? 0) > spec.completions;
  return [...(isSurplus ? [surplus] : []), { type: "Normal", reason: "Completed", message: "Job completed" }];
}

/**
 * Returns the status after a Job was suspended or resumed. After a resumption the start time is the current
 * time.
 */
export function suspension(
  { spec }: Job,
  status: JobStatus,
  now: number,
): { readonly status: JobStatus; readonly says?: Said } {
  const wanted = spec?.suspend === true;
  const known = findCondition(status.conditions, "Suspended");
  if ((known?.status === "True") === wanted) return { status };
  const message = wanted ? "Job suspended" : "Job resumed";
  const why = { reason: wanted ? "JobSuspended" : "JobResumed", message };
  const condition = conditionOf("Suspended", why, now, wanted ? "True" : "False");
  const conditions =
    known === undefined
      ? [...(status.conditions ?? []), condition]
      : (status.conditions ?? []).map((one) => (one === known ? condition : one));
  const { startTime: _, ...rest } = status;
  return {
    status: { ...rest, conditions, ...(wanted ? {} : { startTime: formatTime(now) }) },
    says: { type: "Normal", reason: wanted ? "Suspended" : "Resumed", message },
  };
}
