import { messageOf } from "../../../report/describe-error.ts";
import type { StatefulSet } from "../../../types/tables/apps/v1-types.ts";
import type { Pod } from "../../../types/tables/core/v1-types.ts";
import { RequestError } from "../../shared/client.ts";
import type { WorkloadContext, WorkloadController } from "../../shared/context.ts";
import { CLAIMS, CONTROLLER_REVISIONS, keyOf, PODS, STATEFUL_SETS } from "../../shared/kinds.ts";
import { claim } from "../../shared/pods/claim.ts";
import { templateOf } from "../../shared/pods/pod-from-template.ts";
import { revisionData, revisionHash, templateIn } from "../../shared/revision-data.ts";
import { currentHistory, type History, truncateHistory } from "../../shared/revisions.ts";
import { wakeOwners } from "../../shared/wake-owners.ts";
import { workOn } from "../../shared/work-on.ts";
import { writeStatus } from "../../shared/write-status.ts";
import { createClaims, mustWaitForClaims, prepareClaims, settleOwners } from "./claims.ts";
import { nextAvailability, planSet, type SetPlan, statusOf, type View } from "./plan.ts";
import { ordinalOf, podOf, revisionOf } from "./pods.ts";

/** Keeps pods that have their own names and claims, in order. */
export const statefulSetController: WorkloadController = {
  start(context) {
    const { cache } = context;
    cache.keep(CONTROLLER_REVISIONS);
    const sets = workOn(context, STATEFUL_SETS, sync);
    wakeOwners(cache, PODS, STATEFUL_SETS, sets);
    // A new pod can wait for the deletion of its predecessor's claim.
    cache.listen(CLAIMS, ({ object, deleted }) => {
      if (!deleted || object.metadata.ownerReferences === undefined) return;
      for (const set of cache.list(STATEFUL_SETS, object.metadata.namespace ?? "")) sets.add(keyOf(set));
    });
  },
};

async function sync(
  context: WorkloadContext,
  set: StatefulSet,
  again: (milliseconds: number) => void,
): Promise<boolean> {
  const { cache, now } = context;
  const isOurs = (pod: Pod): boolean => ordinalOf(set, pod) !== undefined;
  const pods = await claim({ ...context, ownerKind: STATEFUL_SETS, kind: PODS }, set, isOurs);
  const template = templateOf(set);
  const history = await currentHistory(context, {
    kind: STATEFUL_SETS,
    object: set,
    template,
    collisionCount: set.status?.collisionCount,
    hash: (count) => revisionHash(revisionData(template), count ?? 0),
    label: "controller.kubernetes.io/hash",
  });
  const { collisionCount = 0 } = history;
  const update = history.newest.metadata.name ?? "";
  const current = history.all.find(({ metadata }) => metadata.name === set.status?.currentRevision);
  const view: View = {
    set,
    pods,
    revisions: { current: current?.metadata.name ?? update, update },
    now: now(),
  };
  const error = await carryOut(context, view, history, planSet(view));
  // The status describes the pods after the creations and deletions.
  await writeStatus(context, STATEFUL_SETS, set, (object) => {
    const left = cache.controlledBy(PODS, set).filter(isOurs);
    return statusOf({ ...view, set: object, pods: left }, collisionCount);
  });
  const used = new Set([view.revisions.current, update, ...pods.map(revisionOf)]);
  await truncateHistory(context, history.all, set.spec?.revisionHistoryLimit ?? 10, ({ metadata }) =>
    used.has(metadata.name ?? ""),
  );
  const wait = nextAvailability(view);
  if (wait !== undefined) again(wait);
  return error === undefined;
}

/** Makes the requests of a plan. Returns the first error. */
async function carryOut(
  context: WorkloadContext,
  view: View,
  { all }: History,
  { tend, create, remove }: SetPlan,
): Promise<unknown> {
  const { set } = view;
  for (const pod of tend) {
    const error = await prepareClaims(context, view, pod);
    if (error !== undefined) return error;
  }
  for (const pod of remove) {
    const error = await removePod(context, set, pod);
    if (error !== undefined) return error;
  }
  for (const { ordinal, revision } of create) {
    const found = all.find(({ metadata }) => metadata.name === revision);
    const template = found === undefined ? templateOf(set) : templateIn(found);
    const pod = podOf(set, template, revision, ordinal);
    if (mustWaitForClaims(context, set, pod)) continue;
    const error = await createPod(context, set, pod);
    if (error !== undefined) return error;
  }
  return undefined;
}

async function createPod(
  context: WorkloadContext,
  set: StatefulSet,
  pod: ReturnType<typeof podOf>,
): Promise<unknown> {
  const { writer, events } = context;
  const { name } = pod.metadata;
  const what = `Create Pod ${name} in StatefulSet ${set.metadata.name}`;
  try {
    await createClaims(context, set, name);
    await writer.create(PODS, set.metadata.namespace ?? "", pod);
    await settleOwners(context, set, pod);
    events.normal(set, "SuccessfulCreate", `${what} successful`);
    return undefined;
  } catch (error) {
    if (error instanceof RequestError && error.reason === "AlreadyExists") return error;
    events.warning(set, "FailedCreate", `${what} failed error: ${messageOf(error)}`);
    return error;
  }
}

async function removePod({ writer, events }: WorkloadContext, set: StatefulSet, pod: Pod): Promise<unknown> {
  const what = `Delete Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name}`;
  try {
    await writer.remove(PODS, pod);
    events.normal(set, "SuccessfulDelete", `${what} successful`);
    return undefined;
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return undefined;
    events.warning(set, "FailedDelete", `${what} failed error: ${messageOf(error)}`);
    return error;
  }
}
