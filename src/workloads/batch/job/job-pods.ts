import { record } from "../../../json/value.ts";
import type { Job } from "../../../types/tables/batch/v1-types.ts";
import type { Pod } from "../../../types/tables/core/v1-types.ts";
import { unlessAnswered } from "../../shared/client.ts";
import type { WorkloadContext } from "../../shared/context.ts";
import { JOBS, keyOf, PODS } from "../../shared/kinds.ts";
import { claim } from "../../shared/pods/claim.ts";
import { makePod, removePods } from "../../shared/pods/pod-control.ts";
import { podFromTemplate, templateOf } from "../../shared/pods/pod-from-template.ts";
import { type BatchResult, slowStartBatch } from "../../shared/slow-start.ts";
import { isTracked, TRACKING } from "./finished.ts";
import { indexedTemplate, namePrefix } from "./indexes.ts";
import { failureCounts, hasLimitPerIndex } from "./per-index.ts";
import type { JobView } from "./view.ts";

/** Returns the pods of a Job. Adopted pods get its finalizer, so they are counted, too. */
export async function podsOf(context: WorkloadContext, job: Job): Promise<Pod[]> {
  const pods = await claim({ ...context, ownerKind: JOBS, kind: PODS, finalizer: TRACKING }, job);
  return pods.map((pod) => context.cache.find(PODS, keyOf(pod)) ?? pod);
}

/** Creates pods; an index is `undefined` for a pod without an index. */
export function createPods(
  context: WorkloadContext,
  { job, waiting }: JobView,
  indexes: readonly (number | undefined)[],
): Promise<BatchResult> {
  const left = [...indexes];
  return slowStartBatch(indexes.length, () => {
    const index = left.shift();
    const counts =
      index === undefined || !hasLimitPerIndex(job) ? {} : failureCounts(job, waiting.get(index));
    const { metadata, ...template } =
      index === undefined ? templateOf(job) : indexedTemplate(job, index, counts);
    const finalizers = [...new Set([...(metadata?.finalizers ?? []), TRACKING])];
    const pod = podFromTemplate({ ...template, metadata: { ...metadata, finalizers } }, JOBS, job);
    const named = index === undefined ? {} : { generateName: namePrefix(job, index) };
    return makePod(context, job, { ...pod, metadata: { ...record(pod.metadata), ...named } });
  });
}

/** Deletes pods that are not counted. Returns the first error. */
export async function dropPods(context: WorkloadContext, job: Job, pods: readonly Pod[]): Promise<unknown> {
  try {
    await release(context, pods);
  } catch (error) {
    return error;
  }
  return removePods(context, job, pods);
}

/** Removes the finalizer from pods that have been counted or do not need to be. */
export async function release({ writer }: WorkloadContext, pods: readonly Pod[]): Promise<void> {
  const patchOf = ({ metadata: { uid } }: Pod) => ({
    metadata: { uid, "$deleteFromPrimitiveList/finalizers": [TRACKING] },
  });
  const patches = pods.filter(isTracked).map((pod) => writer.patch(PODS, pod, patchOf(pod)));
  await Promise.all(patches.map((patch) => unlessAnswered([404, 409], patch)));
}
