import type { Job } from "../../../types/tables/batch/v1-types.ts";
import { isDying } from "../../base/controller.ts";
import { unlessAnswered } from "../../shared/client.ts";
import { findCondition } from "../../shared/conditions.ts";
import type { WorkloadContext, WorkloadController } from "../../shared/context.ts";
import { JOBS, keyOf } from "../../shared/kinds.ts";

/** Deletes Jobs with their dependents `ttlSecondsAfterFinished` after they have ended. */
export const ttlAfterFinishedController: WorkloadController = {
  start(context) {
    const queue = context.queue((key, again) => sync(context, key, again));
    context.cache.listen(JOBS, ({ object, deleted }) => {
      if (!deleted && expiryOf(JOBS.of(object)) !== undefined) queue.add(keyOf(object));
    });
  },
};

/** Returns the time of deletion, in milliseconds since the epoch; undefined if the Job stays. */
export function expiryOf(job: Job): number | undefined {
  const seconds = job.spec?.ttlSecondsAfterFinished;
  const ended = ["Complete", "Failed"]
    .map((type) => findCondition(job.status?.conditions, type))
    .find((condition) => condition?.status === "True");
  if (seconds === undefined || ended === undefined || isDying(job)) return undefined;
  return Date.parse(ended.lastTransitionTime ?? "") + seconds * 1000;
}

async function sync(
  { cache, writer, now }: WorkloadContext,
  key: string,
  again: (milliseconds: number) => void,
): Promise<boolean> {
  const job = cache.find(JOBS, key);
  const expiry = job === undefined ? undefined : expiryOf(job);
  if (job === undefined || expiry === undefined) return true;
  if (expiry > now()) {
    again(expiry - now());
    return true;
  }
  const options = {
    apiVersion: "v1",
    kind: "DeleteOptions",
    propagationPolicy: "Foreground",
    preconditions: { uid: job.metadata.uid },
  };
  await unlessAnswered([404, 409], writer.remove(JOBS, job, options));
  return true;
}
