import { messageOf } from "../../api/describe-error.ts";
import { semanticEqual } from "../../json/semantic-equal.ts";
import { claim } from "../workloads/claim.ts";
import { RequestError } from "../workloads/client.ts";
import type { WorkloadContext, WorkloadController } from "../workloads/context.ts";
import { controllerOf } from "../workloads/controller-ref.ts";
import { keyOf, PODS, REPLICA_SETS } from "../workloads/kinds.ts";
import { makePods, removePods } from "../workloads/pod-control.ts";
import { isActive, isTerminating } from "../workloads/pods.ts";
import { selectorOf } from "../workloads/selector-of.ts";
import type { Pod, ReplicaSet } from "../workloads/types.ts";
import { wakeOwners } from "../workloads/wake-owners.ts";
import { nextAvailability, planReplicas, statusOf } from "./plan.ts";

/** Keeps as many pods of a template as a ReplicaSet wants. */
export const replicaSetController: WorkloadController = {
  start(context) {
    const queue = context.queue((key) => sync(context, key, (ms) => queue.addAfter(key, ms)));
    context.cache.listen(REPLICA_SETS, ({ object, deleted }) => {
      if (!deleted) queue.add(keyOf(object));
    });
    wakeOwners(context.cache, PODS, REPLICA_SETS, queue);
  },
};

async function sync(
  context: WorkloadContext,
  key: string,
  again: (milliseconds: number) => void,
): Promise<boolean> {
  const { cache, api, writer, now } = context;
  const replicaSet = cache.find(REPLICA_SETS, key);
  if (replicaSet === undefined) return true;
  const parts = { api, writer, cache, ownerKind: REPLICA_SETS, kind: PODS };
  const active = await claim(parts, replicaSet, isActive);
  const { matches } = selectorOf(replicaSet);
  const terminating = cache
    .controlledBy(PODS, replicaSet)
    .filter((pod) => isTerminating(pod) && matches(pod.metadata.labels));
  const error = await manage(context, replicaSet, active);
  const failure = error === undefined ? undefined : messageOf(error);
  await writeStatus(context, replicaSet, { active, terminating, failure });
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

/** As often as the reference tries it when somebody else wrote in between. */
const STATUS_TRIES = 2;

async function writeStatus(
  { cache, writer, now }: WorkloadContext,
  given: ReplicaSet,
  replicas: { active: readonly Pod[]; terminating: readonly Pod[]; failure: string | undefined },
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const replicaSet = cache.find(REPLICA_SETS, keyOf(given));
    if (replicaSet === undefined || replicaSet.metadata.uid !== given.metadata.uid) return;
    const status = statusOf(replicaSet, { ...replicas, now: now() });
    if (semanticEqual(replicaSet.status, status)) return;
    try {
      await writer.update(REPLICA_SETS, { ...replicaSet, status }, "status");
      return;
    } catch (error) {
      if (error instanceof RequestError && error.status === 404) return;
      if (tries >= STATUS_TRIES) throw error;
    }
  }
}
