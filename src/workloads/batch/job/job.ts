import type { Job } from "../../../types/tables/batch/v1-types.ts";
import type { Pod } from "../../../types/tables/core/v1-types.ts";
import type { WorkloadContext, WorkloadController } from "../../shared/context.ts";
import { JOBS, keyOf, PODS } from "../../shared/kinds.ts";
import { wakeOwners } from "../../shared/wake-owners.ts";
import { type Sync, workOn } from "../../shared/work-on.ts";
import type { Backoff } from "./backoff.ts";
import { isTracked } from "./finished.ts";
import { release } from "./job-pods.ts";
import { syncJob } from "./sync-job.ts";

/** Runs pods until enough of them have succeeded. */
export const jobController: WorkloadController = {
  start(context) {
    const { cache } = context;
    const backoffs = new Map<string, Backoff>();
    const sync: Sync<Job> = (_, job, again) => syncJob({ ...context, backoffs }, job, again);
    wakeOwners(cache, PODS, JOBS, workOn(context, JOBS, sync));
    // The finalizer is removed from pods of a Job that no longer exists.
    const orphans = context.queue((key) => freeOrphan(context, key));
    cache.listen(JOBS, ({ object, deleted, before }) => {
      if (!deleted) return;
      backoffs.delete(object.metadata.uid ?? "");
      for (const pod of cache.controlledBy(PODS, before ?? object)) orphans.add(keyOf(pod));
    });
    cache.listen(PODS, ({ object, deleted }) => {
      if (!deleted && isTracked(PODS.of(object)) && ownerGone(context, PODS.of(object)))
        orphans.add(keyOf(object));
    });
  },
};

const ownerGone = ({ cache }: WorkloadContext, { metadata }: Pod): boolean => {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  if (metadata.deletionTimestamp === undefined) return false;
  return (
    owner?.kind !== "Job" || cache.get(JOBS, metadata.namespace ?? "", owner.name)?.metadata.uid !== owner.uid
  );
};

async function freeOrphan(context: WorkloadContext, key: string): Promise<boolean> {
  const pod = context.cache.find(PODS, key);
  if (pod === undefined || !isTracked(pod)) return true;
  const owner = pod.metadata.ownerReferences?.find(({ kind }) => kind === "Job");
  const job =
    owner === undefined ? undefined : context.cache.get(JOBS, pod.metadata.namespace ?? "", owner.name);
  if (job === undefined || job.metadata.uid !== owner?.uid) await release(context, [pod]);
  return true;
}
