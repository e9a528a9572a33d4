import { messageOf } from "../../../report/describe-error.ts";
import type { ReplicaSet } from "../../../types/tables/apps/v1-types.ts";
import type { Pod } from "../../../types/tables/core/v1-types.ts";
import type { WorkloadContext, WorkloadController } from "../../shared/context.ts";
import { type Kind, PODS, REPLICA_SETS, REPLICATION_CONTROLLERS } from "../../shared/kinds.ts";
import { claim } from "../../shared/pods/claim.ts";
import { controllerOf } from "../../shared/pods/controller-ref.ts";
import { makePods, removePods } from "../../shared/pods/pod-control.ts";
import { templateOf } from "../../shared/pods/pod-from-template.ts";
import { isActive, isTerminating } from "../../shared/pods/pods.ts";
import { selectorOf } from "../../shared/selector-of.ts";
import { wakeOwners } from "../../shared/wake-owners.ts";
import { workOn } from "../../shared/work-on.ts";
import { writeStatus } from "../../shared/write-status.ts";
import { nextAvailability, planReplicas, statusOf } from "./plan.ts";

/** A kind that keeps the wanted number of pods of a template. */
interface ReplicaKind {
  readonly kind: Kind<ReplicaSet>;
  /** True if the status has the number of terminating pods. */
  readonly countsTerminating: boolean;
}

export const replicaSetController = controllerFor({ kind: REPLICA_SETS, countsTerminating: true });

export const replicationControllerController = controllerFor({
  kind: REPLICATION_CONTROLLERS,
  countsTerminating: false,
});

function controllerFor(replicas: ReplicaKind): WorkloadController {
  const { kind } = replicas;
  return {
    start(context) {
      const queue = workOn(context, kind, (_, replicaSet, again) =>
        sync(context, replicas, replicaSet, again),
      );
      wakeOwners(context.cache, PODS, kind, queue);
    },
  };
}

async function sync(
  context: WorkloadContext,
  { kind, countsTerminating }: ReplicaKind,
  replicaSet: ReplicaSet,
  again: (milliseconds: number) => void,
): Promise<boolean> {
  const { cache, now } = context;
  const active = await claim({ ...context, ownerKind: kind, kind: PODS }, replicaSet, isActive);
  const { matches } = selectorOf(replicaSet);
  const terminating = cache
    .controlledBy(PODS, replicaSet)
    .filter((pod) => isTerminating(pod) && matches(pod.metadata.labels));
  const error = await manage(context, kind, replicaSet, active);
  const failure = error === undefined ? undefined : messageOf(error);
  await writeStatus(context, kind, replicaSet, (object) =>
    statusOf(object, { active, ...(countsTerminating ? { terminating } : {}), failure, now: now() }),
  );
  const wait = nextAvailability(replicaSet, active, now());
  if (wait !== undefined) again(wait);
  return error === undefined;
}

/** Creates or deletes pods. Returns the first error. */
async function manage(
  context: WorkloadContext,
  kind: Kind<ReplicaSet>,
  replicaSet: ReplicaSet,
  active: readonly Pod[],
): Promise<unknown> {
  const related = relatedPods(context, kind, replicaSet);
  const plan = planReplicas(replicaSet, active, related, context.now());
  if (plan.create > 0) return makePods(context, kind, replicaSet, templateOf(replicaSet), plan.create);
  return removePods(context, replicaSet, plan.remove);
}

/** Returns the active pods of all objects of the kind that have the same controller. */
function relatedPods({ cache }: WorkloadContext, kind: Kind<ReplicaSet>, replicaSet: ReplicaSet): Pod[] {
  const owner = controllerOf(replicaSet);
  const siblings =
    owner === undefined ? [replicaSet] : cache.controlledBy(kind, { metadata: { uid: owner.uid } });
  return siblings.flatMap((sibling) => cache.controlledBy(PODS, sibling)).filter(isActive);
}
