import { messageOf } from "../../../report/describe-error.ts";
import type { Deployment } from "../../../types/tables/apps/v1-types.ts";
import { RequestError, unlessAnswered } from "../../shared/client.ts";
import { withCondition } from "../../shared/conditions.ts";
import type { WorkloadContext, WorkloadController } from "../../shared/context.ts";
import { DEPLOYMENTS, PODS, REPLICA_SETS } from "../../shared/kinds.ts";
import { claim } from "../../shared/pods/claim.ts";
import { controllerOf } from "../../shared/pods/controller-ref.ts";
import { wakeOwners } from "../../shared/wake-owners.ts";
import { workOn } from "../../shared/work-on.ts";
import { afterCreation, nextStep, type Step } from "./plan.ts";
import { newReplicaSet, sameTemplate } from "./replica-sets.ts";
import { type Scaling, scaledSet } from "./scale.ts";
import { replicasOf } from "./sizes.ts";
import { hasDeadline, nextCheck, progressing } from "./status.ts";

/**
 * Replaces the pods of a Deployment in steps when its template changes. It creates and scales ReplicaSets for
 * that.
 */
export const deploymentController: WorkloadController = {
  start(context) {
    const { cache } = context;
    const queue = workOn(context, DEPLOYMENTS, sync);
    wakeOwners(cache, REPLICA_SETS, DEPLOYMENTS, queue);
    // The strategy Recreate continues after the last old pod is gone.
    cache.listen(PODS, ({ object, deleted }) => {
      const owner = deleted ? controllerOf(object) : undefined;
      if (owner?.kind !== "ReplicaSet") return;
      const replicaSet = cache.get(REPLICA_SETS, object.metadata.namespace ?? "", owner.name);
      const grand = replicaSet === undefined ? undefined : controllerOf(replicaSet);
      if (grand?.kind === "Deployment") queue.add(`${object.metadata.namespace}/${grand.name}`);
    });
  },
};

async function sync(
  context: WorkloadContext,
  deployment: Deployment,
  again: (milliseconds: number) => void,
): Promise<true | "step"> {
  const { cache, now } = context;
  const replicaSets = await claim({ ...context, ownerKind: DEPLOYMENTS, kind: REPLICA_SETS }, deployment);
  const podsOf = (replicaSet: Deployment) => cache.controlledBy(PODS, replicaSet);
  const step = nextStep({ deployment, replicaSets, podsOf, now: now() });
  if (step.do === "nothing") {
    const wait = nextCheck(deployment, now());
    if (wait !== undefined) again(wait);
    return true;
  }
  await take(context, deployment, step);
  return "step";
}

async function take(context: WorkloadContext, deployment: Deployment, step: Step): Promise<void> {
  const { writer } = context;
  switch (step.do) {
    case "create":
      await createReplicaSet(context, deployment, step);
      return;
    case "update":
      await writer.update(REPLICA_SETS, step.replicaSet);
      return;
    case "scale":
      for (const scaling of step.scalings) await scale(context, deployment, scaling);
      return;
    case "remove":
      for (const replicaSet of step.replicaSets)
        await unlessAnswered([404], writer.remove(REPLICA_SETS, replicaSet));
      return;
    case "status":
      await writer.update(DEPLOYMENTS, step.deployment, "status");
      return;
    case "nothing":
  }
}

async function scale(
  { writer, events }: WorkloadContext,
  deployment: Deployment,
  scaling: Scaling,
): Promise<void> {
  const scaled = scaledSet(deployment, scaling);
  if (scaled === undefined) return;
  await writer.update(REPLICA_SETS, scaled);
  const [from, to] = [replicasOf(scaling.replicaSet), scaling.replicas];
  if (from === to) return;
  const words = `Scaled ${from < to ? "up" : "down"} replica set ${scaled.metadata.name} from ${from} to ${to}`;
  events.normal(deployment, "ScalingReplicaSet", words);
}

async function createReplicaSet(
  context: WorkloadContext,
  deployment: Deployment,
  { old, revision }: Extract<Step, { do: "create" }>,
): Promise<void> {
  const { writer, events, now } = context;
  const hash = context.templateHash(deployment.spec?.template ?? {}, deployment.status?.collisionCount);
  const replicaSet = newReplicaSet(deployment, old, hash, revision);
  try {
    await writer.create(REPLICA_SETS, deployment.metadata.namespace ?? "", replicaSet);
  } catch (error) {
    await creationFailed(context, deployment, replicaSet, error);
    return;
  }
  const size = replicaSet.spec?.replicas ?? 0;
  if (size > 0)
    events.normal(
      deployment,
      "ScalingReplicaSet",
      `Scaled up replica set ${replicaSet.metadata.name} from 0 to ${size}`,
    );
  await writer.update(DEPLOYMENTS, afterCreation(deployment, replicaSet, revision, now()), "status");
}

/**
 * Handles a failed creation of a replica set. Throws the error, unless a replica set with the same template
 * and owner already exists.
 */
async function creationFailed(
  context: WorkloadContext,
  deployment: Deployment,
  { metadata }: Deployment,
  error: unknown,
): Promise<void> {
  const { cache, writer, events, now } = context;
  if (error instanceof RequestError && error.reason === "AlreadyExists") {
    const found = cache.get(REPLICA_SETS, metadata.namespace ?? "", metadata.name ?? "");
    const isOurs =
      found !== undefined &&
      controllerOf(found)?.uid === deployment.metadata.uid &&
      sameTemplate(found.spec?.template, deployment.spec?.template);
    if (isOurs) return;
    const collisionCount = (deployment.status?.collisionCount ?? 0) + 1;
    const status = { ...deployment.status, collisionCount };
    await writer.update(DEPLOYMENTS, { ...deployment, status }, "status");
    throw error;
  }
  if (error instanceof RequestError && error.isTerminating) throw error;
  const message = `Failed to create new replica set "${metadata.name}": ${messageOf(error)}`;
  if (hasDeadline(deployment)) {
    const condition = progressing("False", "ReplicaSetCreateError", message, now());
    const conditions = withCondition(deployment.status?.conditions, condition);
    const status = { ...deployment.status, conditions };
    await writer.update(DEPLOYMENTS, { ...deployment, status }, "status");
  }
  events.warning(deployment, "ReplicaSetCreateError", message);
  throw error;
}
