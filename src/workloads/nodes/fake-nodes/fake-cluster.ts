import { asServiceAccount, asUser } from "../../base/as-user.ts";
import type { ControllerHost } from "../../base/controller.ts";
import { type QueueFor, startWorkloads, type Workload } from "../../start-workloads.ts";
import { scheduler } from "../scheduler/scheduler.ts";
import { fakeNodes } from "./kubelet.ts";
import { nodeTaints } from "./node-taints.ts";

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
