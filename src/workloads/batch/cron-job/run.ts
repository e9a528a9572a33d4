import { messageOf } from "../../../report/describe-error.ts";
import type { CronJob, CronJobStatus, Job } from "../../../types/tables/batch/v1-types.ts";
import type { ObjectReference as JobReference } from "../../../types/tables/core/v1-types.ts";
import { findCondition } from "../../shared/conditions.ts";
import type { WorkloadContext } from "../../shared/context.ts";
import { JOBS } from "../../shared/kinds.ts";

/** One sync of a CronJob. */
export interface Run extends Pick<WorkloadContext, "api" | "events" | "writer"> {
  readonly cronJob: CronJob;
  /** The new status. The steps of the sync change it; it is written at the end. */
  status: CronJobStatus;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Jobs in the status of a run. */
export const activeJobs = ({ status }: Run): readonly JobReference[] => status.active ?? [];

/** Replaces the active jobs in the status; an empty list is left out. */
export function setActive(run: Run, active: readonly JobReference[]): void {
  const { active: _, ...rest } = run.status;
  run.status = active.length === 0 ? rest : { ...rest, active: [...active] };
}

/** Removes the job with this uid from the status. */
export function removeActive(run: Run, uid: string | undefined): void {
  setActive(
    run,
    activeJobs(run).filter((job) => job.uid !== uid),
  );
}

/** Returns `Complete` or `Failed`; undefined if the Job has not ended. */
export const endOf = ({ status }: Job): string | undefined =>
  status?.conditions?.find(
    ({ type, status: is }) => (type === "Complete" || type === "Failed") && is === "True",
  )?.type;

/** True if the job has succeeded, not if it has failed. */
export const isComplete = ({ status }: Job): boolean =>
  findCondition(status?.conditions, "Complete")?.status === "True";

/** Deletes a Job with its pods, and records an event. Returns false if it could not be deleted. */
export async function deleteJob(run: Run, job: Job): Promise<boolean> {
  const { cronJob, events, writer } = run;
  const options = { apiVersion: "v1", kind: "DeleteOptions", propagationPolicy: "Background" };
  try {
    await writer.remove(JOBS, job, options);
  } catch (error) {
    events.warning(cronJob, "FailedDelete", `Deleted job: ${messageOf(error)}`);
    return false;
  }
  removeActive(run, job.metadata.uid);
  events.normal(cronJob, "SuccessfulDelete", `Deleted job ${job.metadata.name}`);
  return true;
}
