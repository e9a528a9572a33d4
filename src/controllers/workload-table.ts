import type { WorkloadController } from "./workloads/context.ts";

/** A workload controller by what is known of it before it is loaded. */
export interface WorkloadEntry {
  /** As in `--controllers`: kube-controller-manager's name, and its short form. */
  readonly name: string;
  readonly alias: string;
  /** As which service account of kube-system it acts; its events name it as their source. */
  readonly account: string;
  /** It is loaded with the first object of these kinds. */
  readonly wakes: readonly string[];
  load(): Promise<WorkloadController>;
}

export const WORKLOAD_CONTROLLERS: readonly WorkloadEntry[] = [
  {
    name: "deployment-controller",
    alias: "deployment",
    account: "deployment-controller",
    wakes: ["apps/v1/Deployment"],
    load: async () => (await import("./deployment/deployment.ts")).deploymentController,
  },
  {
    name: "replicaset-controller",
    alias: "replicaset",
    account: "replicaset-controller",
    wakes: ["apps/v1/ReplicaSet"],
    load: async () => (await import("./replica-set/replica-set.ts")).replicaSetController,
  },
];
