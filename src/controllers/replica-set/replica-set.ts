import { messageOf } from "../../api/describe-error.ts";
import { claim } from "../workloads/claim.ts";
import type { WorkloadContext, WorkloadController } from "../workloads/context.ts";
import { controllerOf } from "../workloads/controller-ref.ts";
import { PODS, REPLICA_SETS } from "../workloads/kinds.ts";
import { makePods, removePods } from "../workloads/pod-control.ts";
import { isActive, isTerminating } from "../workloads/pods.ts";
import { selectorOf } from "../workloads/selector-of.ts";
import type { Pod, ReplicaSet } from "../workloads/types.ts";
import { wakeOwners } from "../workloads/wake-owners.ts";
import { workOn } from "../workloads/work-on.ts";
import { writeStatus } from "../workloads/write-status.ts";
import { nextAvailability, planReplicas, statusOf } from "./plan.ts";

/** Keeps as many pods of a template as a ReplicaSet wants. */
export const replicaSetController: WorkloadController = {
  start(context) {
    wakeOwners(context.cache, PODS, REPLICA_SETS, workOn(context, REPLICA_SETS, sync));
  },
};

async function sync(
  context: WorkloadContext,
  replicaSet: ReplicaSet,
  again: (milliseconds: number) => void,
): Promise<boolean> {
  const { cache, now } = context;
  const active = await claim({ ...context, ownerKind: REPLICA_SETS, kind: PODS }, replicaSet, isActive);
  const { matches } = selectorOf(replicaSet);
  const terminating = cache
    .controlledBy(PODS, replicaSet)
    .filter((pod) => isTerminating(pod) && matches(pod.metadata.labels));
  const error = await manage(context, replicaSet, active);
  const failure = error === undefined ? undefined : messageOf(error);
  await writeStatus(context, REPLICA_SETS, replicaSet, (object) =>
    statusOf(object, { active, terminating, failure, now: now() }),
  );
  const wait = nextAvailability(replicaSet, active, now());
  if (wait !== undefined) again(wait);
  return error === undefined;
}

/** Makes and deletes pods; answers the first error. */
async function manage(
  context: WorkloadContext,
  replicaSet: ReplicaSet,
  active: readonly Pod[],
): Promise<unknown> {
  const plan = planReplicas(replicaSet, active, relatedPods(context, replicaSet), context.now());
  if (plan.create > 0)
    return makePods(context, REPLICA_SETS, replicaSet, replicaSet.spec?.template ?? {}, plan.create);
  return removePods(context, replicaSet, plan.remove);
}

/** Active pods of all replica sets with the same controller. */
function relatedPods({ cache }: WorkloadContext, replicaSet: ReplicaSet): Pod[] {
  const owner = controllerOf(replicaSet);
  const siblings =
    owner === undefined ? [replicaSet] : cache.controlledBy(REPLICA_SETS, { metadata: { uid: owner.uid } });
  return siblings.flatMap((sibling) => cache.controlledBy(PODS, sibling)).filter(isActive);
}
