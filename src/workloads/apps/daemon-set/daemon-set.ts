import { semanticEqual } from "../../../json/semantic-equal.ts";
import type { DaemonSet } from "../../../types/tables/apps/v1-types.ts";
import type { Node, Pod } from "../../../types/tables/core/v1-types.ts";
import type { WorkloadContext, WorkloadController } from "../../shared/context.ts";
import { CONTROLLER_REVISIONS, DAEMON_SETS, keyOf, NODES, PODS } from "../../shared/kinds.ts";
import { claim } from "../../shared/pods/claim.ts";
import { makePod, removePods } from "../../shared/pods/pod-control.ts";
import { templateOf } from "../../shared/pods/pod-from-template.ts";
import { availableIn } from "../../shared/pods/pods.ts";
import { currentHistory, truncateHistory } from "../../shared/revisions.ts";
import { slowStartBatch } from "../../shared/slow-start.ts";
import { wakeOwners } from "../../shared/wake-owners.ts";
import { workOn } from "../../shared/work-on.ts";
import { writeStatus } from "../../shared/write-status.ts";
import { type DaemonView, HASH_LABEL, nodeOf } from "./placement.ts";
import { type DaemonPlan, daemonPod, daemonStatus, planDaemons } from "./plan.ts";

/** Keeps a pod on each node that the template allows. */
export const daemonSetController: WorkloadController = {
  start(context) {
    const { cache } = context;
    const queue = workOn(context, DAEMON_SETS, sync);
    cache.keep(CONTROLLER_REVISIONS);
    wakeOwners(cache, PODS, DAEMON_SETS, queue);
    cache.listen(NODES, ({ object, before, deleted }) => {
      if (!deleted && before !== undefined && isLike(NODES.of(before), NODES.of(object))) return;
      for (const set of cache.all(DAEMON_SETS)) queue.add(keyOf(set));
    });
  },
};

/** Returns true if a change of a node is irrelevant for DaemonSets, such as a heartbeat. */
const isLike = (before: Node, now: Node): boolean =>
  semanticEqual(before.spec, now.spec) && semanticEqual(before.metadata.labels, now.metadata.labels);

async function sync(
  context: WorkloadContext,
  set: DaemonSet,
  again: (milliseconds: number) => void,
): Promise<boolean> {
  const { cache, now } = context;
  const pods = await claim({ ...context, ownerKind: DAEMON_SETS, kind: PODS }, set);
  const template = templateOf(set);
  const history = await currentHistory(context, {
    kind: DAEMON_SETS,
    object: set,
    template,
    collisionCount: set.status?.collisionCount,
    hash: (count) => context.templateHash(template, count),
    label: HASH_LABEL,
  });
  const { collisionCount } = history;
  const current = history.newest.metadata.labels?.[HASH_LABEL] ?? "";
  const view: DaemonView = { set, pods, nodes: cache.all(NODES), hash: current, now: now() };
  const error = await carryOut(context, view, planDaemons(view));
  await writeStatus(context, DAEMON_SETS, set, (object) =>
    daemonStatus({ ...view, set: object, pods: cache.controlledBy(PODS, set) }, collisionCount),
  );
  const used = new Set([current, ...pods.map(({ metadata }) => metadata.labels?.[HASH_LABEL])]);
  await truncateHistory(context, history.all, set.spec?.revisionHistoryLimit ?? 10, ({ metadata }) =>
    used.has(metadata.labels?.[HASH_LABEL]),
  );
  const waits = pods
    .map((pod) => availableIn(pod, set.spec?.minReadySeconds ?? 0, view.now) ?? 0)
    .filter((ms) => ms > 0);
  if (waits.length > 0) again(Math.min(...waits));
  return error === undefined;
}

/** Makes the requests of a plan. Returns the first error. */
async function carryOut(
  context: WorkloadContext,
  { set, hash }: DaemonView,
  { create, remove, failed, succeeded }: DaemonPlan,
): Promise<unknown> {
  for (const pod of failed)
    context.events.warning(set, "FailedDaemonPod", `Found failed ${where(pod)}, will try to kill it`);
  for (const pod of succeeded)
    context.events.normal(set, "SucceededDaemonPod", `Found succeeded ${where(pod)}, will try to delete it`);
  const removing = await removePods(context, set, remove);
  const waiting = [...create];
  const { error } = await slowStartBatch(create.length, () =>
    makePod(context, set, daemonPod(set, hash, waiting.shift() ?? "")),
  );
  return removing ?? error;
}

const where = (pod: Pod): string =>
  `daemon pod ${pod.metadata.namespace}/${pod.metadata.name} on node ${nodeOf(pod)}`;
