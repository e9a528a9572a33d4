import { semanticEqual } from "../../json/semantic-equal.ts";
import { claim } from "../workloads/claim.ts";
import { unlessAnswered } from "../workloads/client.ts";
import type { WorkloadContext, WorkloadController } from "../workloads/context.ts";
import { JOBS, keyOf, PODS } from "../workloads/kinds.ts";
import { makePod, removePods } from "../workloads/pod-control.ts";
import { podFromTemplate } from "../workloads/pod-from-template.ts";
import { slowStartBatch } from "../workloads/slow-start.ts";
import type { Job, Pod } from "../workloads/types.ts";
import { wakeOwners } from "../workloads/wake-owners.ts";
import { workOn } from "../workloads/work-on.ts";
import { isTracked, TRACKING } from "./account.ts";
import { templateOf } from "./indexes.ts";
import { nextStep, type Step } from "./plan.ts";

/** Runs pods until enough of them have succeeded. */
export const jobController: WorkloadController = {
  start(context) {
    const { cache } = context;
    wakeOwners(cache, PODS, JOBS, workOn(context, JOBS, sync));
    // Pods of a Job that is gone keep no finalizer of it.
    const orphans = context.queue((key) => freeOrphan(context, key));
    cache.listen(JOBS, ({ object, deleted, before }) => {
      if (deleted) for (const pod of cache.controlledBy(PODS, before ?? object)) orphans.add(keyOf(pod));
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
  if (job === undefined || job.metadata.uid !== owner?.uid) await release(context, pod);
  return true;
}

async function sync(
  context: WorkloadContext,
  job: Job,
  again: (milliseconds: number) => void,
): Promise<boolean | "step"> {
  // Somebody else's: `spec.managedBy`.
  if ((job.spec?.managedBy ?? OURS) !== OURS) return true;
  const pods = await claim({ ...context, ownerKind: JOBS, kind: PODS }, job);
  const step = nextStep(job, pods, context.now());
  if (step.do === "nothing") {
    if (step.againAt !== undefined) again(step.againAt - context.now());
    return true;
  }
  const error = await take(context, job, step);
  return error === undefined ? "step" : false;
}

const OURS = "kubernetes.io/job-controller";

/** Answers the first error about pods. */
async function take(context: WorkloadContext, job: Job, step: Step): Promise<unknown> {
  const { writer, events } = context;
  switch (step.do) {
    case "create":
      return create(context, job, step.indexes);
    case "remove":
      return removePods(context, job, step.pods);
    case "release":
      for (const pod of step.pods) await release(context, pod);
      return undefined;
    case "status": {
      const { status, says } = step;
      if (semanticEqual(status, job.status)) return undefined;
      await writer.update(JOBS, { ...job, status }, "status");
      if (says?.type === "Normal") events.normal(job, says.reason, says.message);
      if (says?.type === "Warning") events.warning(job, says.reason, says.message);
      return undefined;
    }
    case "nothing":
      return undefined;
  }
}

async function create(
  context: WorkloadContext,
  job: Job,
  indexes: readonly (number | undefined)[],
): Promise<unknown> {
  const waiting = [...indexes];
  const { error } = await slowStartBatch(indexes.length, () => {
    const index = waiting.shift();
    const { metadata, ...template } =
      index === undefined ? (job.spec?.template ?? {}) : templateOf(job, index);
    const finalizers = [...new Set([...(metadata?.finalizers ?? []), TRACKING])];
    const pod = podFromTemplate({ ...template, metadata: { ...metadata, finalizers } }, JOBS, job);
    const named = index === undefined ? {} : { generateName: `${job.metadata.name}-${index}-` };
    return makePod(context, job, { ...pod, metadata: { ...(pod.metadata as object), ...named } });
  });
  return error;
}

async function release({ writer }: WorkloadContext, pod: Pod): Promise<void> {
  const patch = { metadata: { uid: pod.metadata.uid, "$deleteFromPrimitiveList/finalizers": [TRACKING] } };
  await unlessAnswered([404, 409], writer.patch(PODS, pod, patch));
}
