import type { Node, Taint } from "../../../types/tables/core/v1-types.ts";
import { asServiceAccount, asUser } from "../../base/as-user.ts";
import type { ControllerHost } from "../../base/controller.ts";
import { findCondition } from "../../shared/conditions.ts";
import type { WorkloadController } from "../../shared/context.ts";
import { NODES } from "../../shared/kinds.ts";
import { type QueueFor, startWorkloads, type Workload } from "../../start-workloads.ts";
import { scheduler } from "../scheduler/scheduler.ts";
import { fakeNodes } from "./kubelet.ts";
import { FAKE_NODE } from "./node-objects.ts";

const NOT_READY = "node.kubernetes.io/not-ready";
const UNSCHEDULABLE = "node.kubernetes.io/unschedulable";

/** Returns the taints of a node that follow from its state; undefined if they are right already. */
function wantedTaints({ spec, status }: Node): Taint[] | undefined {
  const current = spec?.taints ?? [];
  const isReady = findCondition(status?.conditions, "Ready")?.status === "True";
  const wrong = new Set([
    ...(isReady ? [NOT_READY] : []),
    ...(spec?.unschedulable === true ? [] : [UNSCHEDULABLE]),
  ]);
  const kept = current.filter(({ key = "" }) => !wrong.has(key));
  const lacks = spec?.unschedulable === true && !kept.some(({ key }) => key === UNSCHEDULABLE);
  if (!lacks) return kept.length === current.length ? undefined : kept;
  return [...kept, { key: UNSCHEDULABLE, effect: "NoSchedule" }];
}

/**
 * Sets the taints of fake nodes, as the node controllers of the reference do: none for `not-ready`, and
 * `unschedulable` while a node is cordoned.
 */
const nodeTaints: WorkloadController = {
  start({ cache, api, queue }) {
    const nodes = queue(async (name) => {
      const node = cache.get(NODES, "", name);
      const taints = node === undefined ? undefined : wantedTaints(node);
      if (node === undefined || taints === undefined) return true;
      const patch = { metadata: { resourceVersion: node.metadata.resourceVersion }, spec: { taints } };
      const { status } = await api.patch("merge", `/api/v1/nodes/${name}`, patch);
      return status === 200 || status === 404;
    });
    cache.listen(NODES, ({ object, deleted }) => {
      const isFake = object.metadata.annotations?.[FAKE_NODE.annotation] === FAKE_NODE.value;
      if (!deleted && isFake) nodes.add(object.metadata.name ?? "");
    });
  },
};

/** Starts nodes without machines, the controller of their taints, and a scheduler. Pods are bound, run and end. */
export const fakeCluster = (
  host: ControllerHost,
  count: number,
  queueFor: QueueFor,
): Promise<{ stop(): void }> => startWorkloads(host, workloadsOf(host, count), queueFor);

const workloadsOf = (host: ControllerHost, count: number): readonly Workload[] => [
  {
    name: "scheduler",
    identity: {
      credentials: asUser(host, "system:kube-scheduler"),
      userAgent: "kube-scheduler",
      component: "default-scheduler",
    },
    controller: scheduler,
  },
  {
    name: "node-taints",
    identity: {
      credentials: asServiceAccount(host, "node-controller"),
      userAgent: "kube-controller-manager",
      component: "node-controller",
    },
    controller: nodeTaints,
  },
  {
    name: "fake-nodes",
    identity: {
      credentials: asUser(host, "system:kube-scheduler"),
      userAgent: "kubelet",
      component: "kubelet",
    },
    controller: fakeNodes(host, count),
  },
];
