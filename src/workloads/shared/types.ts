import type { KubeObject, ObjectMeta } from "../../api/meta.ts";
import type { Json, JsonObject } from "../../json/value.ts";

/**
 * The types of this file have the fields that workload controllers read. Objects keep all their other fields.
 */

/** A condition in a status. */
export interface Condition extends JsonObject {
  type: string;
  status: string;
  reason?: string;
  message?: string;
  lastTransitionTime?: string | null;
  lastUpdateTime?: string;
  lastProbeTime?: string | null;
  observedGeneration?: number;
}

/** `spec.template` of workloads. */
export interface PodTemplate extends JsonObject {
  metadata?: ObjectMeta;
  spec?: PodSpec;
}

/** A container of a pod. */
export interface Container extends JsonObject {
  name: string;
  image?: string;
  restartPolicy?: string;
  resources?: { requests?: { [name: string]: string } };
  ports?: { name?: string; containerPort: number; protocol?: string; hostPort?: number; hostIP?: string }[];
}

/** A taint of a node. */
export interface Taint extends JsonObject {
  key: string;
  value?: string;
  effect: string;
}

/** A toleration of a pod. An empty `key` or `effect` matches all. */
export interface Toleration extends JsonObject {
  key?: string;
  operator?: string;
  value?: string;
  effect?: string;
}

interface PodSpec extends JsonObject {
  containers?: Container[];
  initContainers?: Container[];
  nodeName?: string;
  nodeSelector?: { [label: string]: string };
  affinity?: JsonObject;
  tolerations?: Toleration[];
  schedulerName?: string;
  schedulingGates?: { name: string }[];
  readinessGates?: { conditionType: string }[];
  restartPolicy?: string;
  hostname?: string;
  subdomain?: string;
  hostNetwork?: boolean;
  overhead?: { [name: string]: string };
  priority?: number;
  volumes?: { name: string; persistentVolumeClaim?: { claimName: string }; ephemeral?: JsonObject }[];
}

/** Status of a pod. */
export interface PodStatus extends JsonObject {
  phase?: string;
  reason?: string;
  podIP?: string;
  podIPs?: { ip: string }[];
  startTime?: string;
  conditions?: Condition[];
  containerStatuses?: ContainerStatus[];
  initContainerStatuses?: ContainerStatus[];
}

/** Status of one container. */
export interface ContainerStatus extends JsonObject {
  name?: string;
  restartCount?: number;
  state?: { terminated?: { exitCode?: number; finishedAt?: string } };
}

/** Pod of the core group. */
export interface Pod extends KubeObject {
  spec?: PodSpec;
  status?: PodStatus;
}

/** Node of the core group. */
export interface Node extends KubeObject {
  spec?: { unschedulable?: boolean; taints?: Taint[]; podCIDR?: string };
  status?: { allocatable?: { [name: string]: string }; conditions?: Condition[] };
}

/** ReplicaSet of apps/v1. */
export interface ReplicaSet extends KubeObject {
  spec?: { replicas?: number; minReadySeconds?: number; selector?: JsonObject; template?: PodTemplate };
  status?: ReplicaSetStatus;
}

/** The status that the controller writes. */
export interface ReplicaSetStatus extends JsonObject {
  replicas?: number;
  fullyLabeledReplicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  terminatingReplicas?: number;
  observedGeneration?: number;
  conditions?: Condition[];
}

/** Deployment of apps/v1. */
export interface Deployment extends KubeObject {
  spec?: {
    replicas?: number;
    minReadySeconds?: number;
    paused?: boolean;
    progressDeadlineSeconds?: number;
    revisionHistoryLimit?: number;
    selector?: JsonObject;
    strategy?: { type?: string; rollingUpdate?: { maxSurge?: Json; maxUnavailable?: Json } };
    template?: PodTemplate;
  };
  status?: DeploymentStatus;
}

/** The status that the controller writes. */
export interface DeploymentStatus extends JsonObject {
  observedGeneration?: number;
  replicas?: number;
  updatedReplicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  unavailableReplicas?: number;
  terminatingReplicas?: number;
  collisionCount?: number;
  conditions?: Condition[];
}

/** Service of the core group. */
export interface Service extends KubeObject {
  spec?: {
    clusterIP?: string;
    type?: string;
    selector?: { [label: string]: string };
    ports?: ServicePort[];
    publishNotReadyAddresses?: boolean;
    ipFamilies?: string[];
  };
}

interface ServicePort extends JsonObject {
  name?: string;
  protocol?: string;
  port: number;
  targetPort?: number | string;
  appProtocol?: string;
}

/** A port of an EndpointSlice. */
export interface EndpointPort extends JsonObject {
  name?: string;
  port: number;
  protocol: string;
  appProtocol?: string;
}

/** EndpointSlice of discovery.k8s.io/v1. */
export interface EndpointSlice extends KubeObject {
  addressType?: string;
  endpoints?: JsonObject[] | null;
  ports?: EndpointPort[] | null;
}

/** Endpoints of the core group. */
export interface Endpoints extends KubeObject {
  subsets?: JsonObject[];
}

/** PodDisruptionBudget of policy/v1. */
export interface PodDisruptionBudget extends KubeObject {
  spec?: { minAvailable?: Json; maxUnavailable?: Json; selector?: JsonObject };
  status?: {
    currentHealthy?: number;
    desiredHealthy?: number;
    disruptionsAllowed?: number;
    expectedPods?: number;
    observedGeneration?: number;
    disruptedPods?: { [pod: string]: string };
    conditions?: Condition[];
  };
}

/** StatefulSet of apps/v1. */
export interface StatefulSet extends KubeObject {
  spec?: {
    replicas?: number;
    minReadySeconds?: number;
    serviceName?: string;
    podManagementPolicy?: string;
    revisionHistoryLimit?: number;
    selector?: JsonObject;
    ordinals?: { start?: number };
    persistentVolumeClaimRetentionPolicy?: { whenDeleted?: string; whenScaled?: string };
    updateStrategy?: { type?: string; rollingUpdate?: { partition?: number; maxUnavailable?: Json } };
    template?: PodTemplate;
    volumeClaimTemplates?: KubeObject[];
  };
  status?: StatefulSetStatus;
}

/** The status that the controller writes. */
export interface StatefulSetStatus extends JsonObject {
  observedGeneration?: number;
  replicas?: number;
  readyReplicas?: number;
  currentReplicas?: number;
  updatedReplicas?: number;
  availableReplicas?: number;
  currentRevision?: string;
  updateRevision?: string;
  collisionCount?: number;
  conditions?: Condition[];
}

/** Job of batch/v1. */
export interface Job extends KubeObject {
  spec?: {
    parallelism?: number;
    completions?: number;
    completionMode?: string;
    backoffLimit?: number;
    backoffLimitPerIndex?: number;
    maxFailedIndexes?: number;
    podFailurePolicy?: { rules: PodFailureRule[] };
    successPolicy?: { rules: { succeededIndexes?: string; succeededCount?: number }[] };
    activeDeadlineSeconds?: number;
    ttlSecondsAfterFinished?: number;
    podReplacementPolicy?: string;
    managedBy?: string;
    suspend?: boolean;
    selector?: JsonObject;
    template?: PodTemplate;
  };
  status?: JobStatus;
}

/** A rule of `podFailurePolicy`: by exit codes or by conditions of the pod. */
export interface PodFailureRule extends JsonObject {
  action: string;
  onExitCodes?: { containerName?: string; operator: string; values: number[] };
  onPodConditions?: { type: string; status: string }[];
}

/** The status that the controller writes. */
export interface JobStatus extends JsonObject {
  active?: number;
  ready?: number;
  terminating?: number;
  succeeded?: number;
  failed?: number;
  completedIndexes?: string;
  failedIndexes?: string;
  startTime?: string;
  completionTime?: string;
  uncountedTerminatedPods?: { succeeded?: string[]; failed?: string[] };
  conditions?: Condition[];
}

/** ControllerRevision of apps/v1, which has a template of an earlier time. */
export interface ControllerRevision extends KubeObject {
  revision?: number;
  data?: JsonObject;
}

/** DaemonSet of apps/v1. */
export interface DaemonSet extends KubeObject {
  spec?: {
    minReadySeconds?: number;
    revisionHistoryLimit?: number;
    selector?: JsonObject;
    updateStrategy?: { type?: string; rollingUpdate?: { maxUnavailable?: Json; maxSurge?: Json } };
    template?: PodTemplate;
  };
  status?: DaemonSetStatus;
}

/** The status that the controller writes. */
export interface DaemonSetStatus extends JsonObject {
  observedGeneration?: number;
  currentNumberScheduled?: number;
  desiredNumberScheduled?: number;
  numberMisscheduled?: number;
  numberReady?: number;
  updatedNumberScheduled?: number;
  numberAvailable?: number;
  numberUnavailable?: number;
  collisionCount?: number;
  conditions?: Condition[];
}
