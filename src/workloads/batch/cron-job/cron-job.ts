import { semanticEqual } from "../../../json/semantic-equal.ts";
import type { CronJob } from "../../../types/tables/batch/v1-types.ts";
import type { WorkloadContext, WorkloadController } from "../../shared/context.ts";
import { CRON_JOBS, JOBS, keyOf } from "../../shared/kinds.ts";
import type { CacheChange } from "../../shared/object-cache.ts";
import { wakeControllers } from "../../shared/wake-owners.ts";
import type { Run } from "./run.ts";
import { startDueJob } from "./start-job.ts";
import { scheduleIn, waitOf } from "./times.ts";
import { forgetMissingJobs, noteJobs, removeOldJobs } from "./watch-jobs.ts";

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
