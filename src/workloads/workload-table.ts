import type { WorkloadController } from "./shared/context.ts";

/** A workload controller, and the data about it that are needed before it is loaded. */
export interface WorkloadEntry {
  /** Name in `--controllers`: that of kube-controller-manager. `alias` is its short form. */
  readonly name: string;
  readonly alias: string;
  /** Service account in `kube-system` that the controller uses. Default: `name`. */
  readonly account?: string;
  /** Source of its events. Default: the account. */
  readonly component?: string;
  /** Kinds of objects. The first object of one of them loads the controller. */
  readonly wakes: readonly string[];
  load(): Promise<WorkloadController>;
}

/** Only Services with a selector count: see `lazy-workloads.ts`. */
const SELECTING = ["v1/Service"];

export const WORKLOAD_CONTROLLERS: readonly WorkloadEntry[] = [
  {
    name: "deployment-controller",
    alias: "deployment",
    wakes: ["apps/v1/Deployment"],
    load: async () => (await import("./apps/deployment/deployment.ts")).deploymentController,
  },
  {
    name: "replicaset-controller",
    alias: "replicaset",
    wakes: ["apps/v1/ReplicaSet"],
    load: async () => (await import("./apps/replica-set/replica-set.ts")).replicaSetController,
  },
  {
    name: "replicationcontroller-controller",
    alias: "replicationcontroller",
    account: "replication-controller",
    wakes: ["v1/ReplicationController"],
    load: async () => (await import("./apps/replica-set/replica-set.ts")).replicationControllerController,
  },
  {
    name: "statefulset-controller",
    alias: "statefulset",
    wakes: ["apps/v1/StatefulSet"],
    load: async () => (await import("./apps/stateful-set/stateful-set.ts")).statefulSetController,
  },
  {
    name: "daemonset-controller",
    alias: "daemonset",
    account: "daemon-set-controller",
    component: "daemonset-controller",
    wakes: ["apps/v1/DaemonSet"],
    load: async () => (await import("./apps/daemon-set/daemon-set.ts")).daemonSetController,
  },
  {
    name: "job-controller",
    alias: "job",
    wakes: ["batch/v1/Job"],
    load: async () => (await import("./batch/job/job.ts")).jobController,
  },
  {
    name: "cronjob-controller",
    alias: "cronjob",
    wakes: ["batch/v1/CronJob"],
    load: async () => (await import("./batch/cron-job/cron-job.ts")).cronJobController,
  },
  {
    name: "ttl-after-finished-controller",
    alias: "ttl-after-finished",
    wakes: ["batch/v1/Job"],
    load: async () =>
      (await import("./batch/ttl-after-finished/ttl-after-finished.ts")).ttlAfterFinishedController,
  },
  {
    name: "endpointslice-controller",
    alias: "endpointslice",
    wakes: SELECTING,
    load: async () => (await import("./network/endpoint-slice/endpoint-slice.ts")).endpointSliceController,
  },
  {
    name: "endpoints-controller",
    alias: "endpoint",
    account: "endpoint-controller",
    wakes: SELECTING,
    load: async () => (await import("./network/endpoints/endpoints.ts")).endpointsController,
  },
  {
    name: "endpointslice-mirroring-controller",
    alias: "endpointslicemirroring",
    account: "endpointslicemirroring-controller",
    wakes: ["v1/Endpoints"],
    load: async () =>
      (await import("./network/endpoint-slice-mirroring/endpoint-slice-mirroring.ts"))
        .endpointSliceMirroringController,
  },
  {
    name: "horizontal-pod-autoscaler-controller",
    alias: "horizontalpodautoscaling",
    account: "horizontal-pod-autoscaler",
    wakes: ["autoscaling/v2/HorizontalPodAutoscaler"],
    load: async () => (await import("./apps/autoscaler/autoscaler.ts")).autoscalerController,
  },
  {
    name: "persistentvolume-binder-controller",
    alias: "persistentvolume-binder",
    account: "persistent-volume-binder",
    component: "persistentvolume-controller",
    wakes: ["v1/PersistentVolume", "v1/PersistentVolumeClaim"],
    load: async () => (await import("./volumes/binder.ts")).volumeBinderController,
  },
  {
    name: "persistentvolumeclaim-protection-controller",
    alias: "pvc-protection",
    account: "pvc-protection-controller",
    wakes: ["v1/PersistentVolumeClaim"],
    load: async () => (await import("./volumes/protect-claims.ts")).claimProtectionController,
  },
  {
    name: "persistentvolume-protection-controller",
    alias: "pv-protection",
    account: "pv-protection-controller",
    wakes: ["v1/PersistentVolume"],
    load: async () => (await import("./volumes/protect-volumes.ts")).volumeProtectionController,
  },
  {
    name: "disruption-controller",
    alias: "disruption",
    component: "controllermanager",
    wakes: ["policy/v1/PodDisruptionBudget"],
    load: async () => (await import("./apps/disruption/disruption.ts")).disruptionController,
  },
];
