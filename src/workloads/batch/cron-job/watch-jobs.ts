import { byName } from "../../../api/object/kube-object.ts";
import type { Job } from "../../../types/tables/batch/v1-types.ts";
import { JOBS, objectPath } from "../../shared/kinds.ts";
import { activeJobs, deleteJob, endOf, isComplete, type Run, removeActive } from "./run.ts";

/** Deletes the oldest Jobs that have ended, down to the history limits of the CronJob. */
export async function removeOldJobs(run: Run, jobs: readonly Job[]): Promise<void> {
  const { successfulJobsHistoryLimit, failedJobsHistoryLimit } = run.cronJob.spec ?? {};
  for (const { end, limit } of [
    { end: "Complete", limit: successfulJobsHistoryLimit },
    { end: "Failed", limit: failedJobsHistoryLimit },
  ]) {
    const ended = jobs.filter((job) => endOf(job) === end).sort(byStart);
    const surplus = limit === undefined ? 0 : Math.max(0, ended.length - limit);
    for (const job of ended.slice(0, surplus)) await deleteJob(run, job);
  }
}

/** Sorts by start time, then by name. Jobs that have not started are last. */
function byStart(a: Job, b: Job): number {
  const [first, second] = [startOf(a), startOf(b)];
  if (first !== second) return first < second ? -1 : 1;
  return byName(a, b);
}

const startOf = ({ status }: Job): number =>
  status?.startTime === undefined ? Number.POSITIVE_INFINITY : Date.parse(status.startTime);

/** Records in the status the Jobs that have ended, and the time of the last success. */
export function noteJobs(run: Run, jobs: readonly Job[]): void {
  const { cronJob, events } = run;
  for (const job of jobs) {
    const { name, uid } = job.metadata;
    const isActive = activeJobs(run).some((active) => active.uid === uid);
    const end = endOf(job);
    if (end === undefined && !isActive) {
      const message = `Saw a job that the controller did not create or forgot: ${name}`;
      events.warning(cronJob, "UnexpectedJob", message);
    }
    if (end !== undefined && isActive) {
      removeActive(run, uid);
      events.normal(cronJob, "SawCompletedJob", `Saw completed job: ${name}, condition: ${end}`);
    }
    if (isComplete(job)) noteSuccess(run, job);
  }
}

function noteSuccess(run: Run, { status }: Job): void {
  const { completionTime } = status ?? {};
  const known = run.status.lastSuccessfulTime;
  if (completionTime === undefined) return;
  if (known === undefined || Date.parse(completionTime) > Date.parse(known))
    run.status = { ...run.status, lastSuccessfulTime: completionTime };
}

/** Removes deleted Jobs from `status.active`. A Job that is missing in the cache is read from the API first. */
export async function forgetMissingJobs(run: Run, jobs: readonly Job[]): Promise<void> {
  const known = new Set(jobs.map(({ metadata }) => metadata.uid));
  for (const { namespace = "", name = "", uid } of activeJobs(run).filter((job) => !known.has(job.uid))) {
    const { status } = await run.api.get(objectPath(JOBS, { metadata: { namespace, name } }));
    if (status !== 404) continue;
    run.events.normal(run.cronJob, "MissingJob", `Active job went missing: ${name}`);
    removeActive(run, uid);
  }
}
