import { byName } from "../../../api/object/kube-object.ts";
import { semanticEqual } from "../../../json/semantic-equal.ts";
import type { CronJob, Job } from "../../../types/tables/batch/v1-types.ts";
import type { WorkloadContext, WorkloadController } from "../../shared/context.ts";
import { CRON_JOBS, JOBS, keyOf, objectPath } from "../../shared/kinds.ts";
import type { CacheChange } from "../../shared/object-cache.ts";
import { wakeControllers } from "../../shared/wake-owners.ts";
import { activeJobs, deleteJob, endOf, isComplete, type Run, removeActive } from "./run.ts";
import { startDueJob } from "./start-job.ts";
import { scheduleIn, waitOf } from "./times.ts";

/** Deletes the oldest Jobs that have ended, down to the history limits of the CronJob. */
async function removeOldJobs(run: Run, jobs: readonly Job[]): Promise<void> {
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
function noteJobs(run: Run, jobs: readonly Job[]): void {
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
async function forgetMissingJobs(run: Run, jobs: readonly Job[]): Promise<void> {
  const known = new Set(jobs.map(({ metadata }) => metadata.uid));
  for (const { namespace = "", name = "", uid } of activeJobs(run).filter((job) => !known.has(job.uid))) {
    const { status } = await run.api.get(objectPath(JOBS, { metadata: { namespace, name } }));
    if (status !== 404) continue;
    run.events.normal(run.cronJob, "MissingJob", `Active job went missing: ${name}`);
    removeActive(run, uid);
  }
}

/** Creates a Job at each time of a CronJob's schedule, and deletes old Jobs: ControllerV2 of the reference. */
export const cronJobController: WorkloadController = {
  start(context) {
    const { cache, now } = context;
    const queue = context.queue(async (key, again) => {
      const cronJob = cache.find(CRON_JOBS, key);
      const wait = cronJob === undefined ? undefined : await sync(context, cronJob);
      if (wait !== undefined) again(wait);
      return true;
    });
    wakeControllers(cache, JOBS, CRON_JOBS, queue);
    cache.listen(CRON_JOBS, (change) => {
      if (change.deleted) return;
      const wait = waitAfterChange(change, now());
      if (wait === undefined) queue.add(keyOf(change.object));
      else queue.addLater(keyOf(change.object), wait);
    });
  },
};

/**
 * Returns the delay before the next sync, in milliseconds; undefined: sync now. A new schedule does not start
 * Jobs for times before the change.
 */
function waitAfterChange({ object, before }: CacheChange, now: number): number | undefined {
  if (before === undefined) return undefined;
  const [cronJob, old] = [CRON_JOBS.of(object), CRON_JOBS.of(before)];
  const isSame =
    cronJob.spec?.schedule === old.spec?.schedule && cronJob.spec?.timeZone === old.spec?.timeZone;
  const schedule = isSame ? "" : scheduleIn(cronJob);
  return typeof schedule === "string" ? undefined : waitOf(cronJob, schedule, now);
}

/** Returns the delay before the next sync, in milliseconds. The status is also written if a step fails. */
async function sync(context: WorkloadContext, cronJob: CronJob): Promise<number | undefined> {
  const { api, cache, events, writer, now } = context;
  const run: Run = { api, cronJob, events, writer, now: now(), status: { ...cronJob.status } };
  const jobs = cache.controlledBy(JOBS, cronJob);
  try {
    await removeOldJobs(run, jobs);
    noteJobs(run, jobs);
    await forgetMissingJobs(run, jobs);
    return await startDueJob(run);
  } finally {
    if (!semanticEqual(run.status, cronJob.status ?? {}))
      await writer.update(CRON_JOBS, { ...cronJob, status: run.status }, "status");
  }
}
