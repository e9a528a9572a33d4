// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { Json } from "../../../json/value.ts";
import type { Optional } from "../../optional.ts";
import type { PersistentVolumeClaim, PodTemplateSpec } from "../core/v1-types.ts";
import type { LabelSelector } from "../meta/v1-types.ts";

export type ControllerRevision = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  data?: Json | undefined;
  revision?: number | undefined;
};

export type DaemonSet = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: DaemonSetSpec | undefined;
  status?: DaemonSetStatus | undefined;
};

export type DaemonSetCondition = Optional<{
  type: string;
  status: string;
  lastTransitionTime: string | null;
  reason: string;
  message: string;
}>;

export type DaemonSetSpec = Optional<{
  selector: LabelSelector | null;
  template: PodTemplateSpec;
  updateStrategy: DaemonSetUpdateStrategy;
  minReadySeconds: number;
  revisionHistoryLimit: number;
}>;

export type DaemonSetStatus = Optional<{
  currentNumberScheduled: number;
  numberMisscheduled: number;
  desiredNumberScheduled: number;
  numberReady: number;
  observedGeneration: number;
  updatedNumberScheduled: number;
  numberAvailable: number;
  numberUnavailable: number;
  collisionCount: number;
  conditions: DaemonSetCondition[];
}>;

export type DaemonSetUpdateStrategy = Optional<{ type: string; rollingUpdate: RollingUpdateDaemonSet }>;

export type Deployment = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: DeploymentSpec | undefined;
  status?: DeploymentStatus | undefined;
};

export type DeploymentCondition = Optional<{
  type: string;
  status: string;
  lastUpdateTime: string | null;
  lastTransitionTime: string | null;
  reason: string;
  message: string;
}>;

export type DeploymentSpec = Optional<{
  replicas: number;
  selector: LabelSelector | null;
  template: PodTemplateSpec;
  strategy: DeploymentStrategy;
  minReadySeconds: number;
  revisionHistoryLimit: number;
  paused: boolean;
  progressDeadlineSeconds: number;
}>;

export type DeploymentStatus = Optional<{
  observedGeneration: number;
  replicas: number;
  updatedReplicas: number;
  readyReplicas: number;
  availableReplicas: number;
  unavailableReplicas: number;
  terminatingReplicas: number;
  conditions: DeploymentCondition[];
  collisionCount: number;
}>;

export type DeploymentStrategy = Optional<{ type: string; rollingUpdate: RollingUpdateDeployment }>;

export type ReplicaSet = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: ReplicaSetSpec | undefined;
  status?: ReplicaSetStatus | undefined;
};

export type ReplicaSetCondition = Optional<{
  type: string;
  status: string;
  lastTransitionTime: string | null;
  reason: string;
  message: string;
}>;

export type ReplicaSetSpec = Optional<{
  replicas: number;
  minReadySeconds: number;
  selector: LabelSelector | null;
  template: PodTemplateSpec;
}>;

export type ReplicaSetStatus = Optional<{
  replicas: number;
  fullyLabeledReplicas: number;
  readyReplicas: number;
  availableReplicas: number;
  terminatingReplicas: number;
  observedGeneration: number;
  conditions: ReplicaSetCondition[];
}>;

export type RollingUpdateDaemonSet = Optional<{ maxUnavailable: string | number; maxSurge: string | number }>;

export type RollingUpdateDeployment = Optional<{
  maxUnavailable: string | number;
  maxSurge: string | number;
}>;

export type RollingUpdateStatefulSetStrategy = Optional<{
  partition: number;
  maxUnavailable: string | number;
}>;

export type StatefulSet = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: StatefulSetSpec | undefined;
  status?: StatefulSetStatus | undefined;
};

export type StatefulSetCondition = Optional<{
  type: string;
  status: string;
  lastTransitionTime: string | null;
  reason: string;
  message: string;
}>;

export type StatefulSetOrdinals = Optional<{ start: number }>;

export type StatefulSetPersistentVolumeClaimRetentionPolicy = Optional<{
  whenDeleted: string;
  whenScaled: string;
}>;

export type StatefulSetSpec = Optional<{
  replicas: number;
  selector: LabelSelector | null;
  template: PodTemplateSpec;
  volumeClaimTemplates: PersistentVolumeClaim[];
  serviceName: string;
  podManagementPolicy: string;
  updateStrategy: StatefulSetUpdateStrategy;
  revisionHistoryLimit: number;
  minReadySeconds: number;
  persistentVolumeClaimRetentionPolicy: StatefulSetPersistentVolumeClaimRetentionPolicy;
  ordinals: StatefulSetOrdinals;
}>;

export type StatefulSetStatus = Optional<{
  observedGeneration: number;
  replicas: number;
  readyReplicas: number;
  currentReplicas: number;
  updatedReplicas: number;
  currentRevision: string;
  updateRevision: string;
  collisionCount: number;
  conditions: StatefulSetCondition[];
  availableReplicas: number;
}>;

export type StatefulSetUpdateStrategy = Optional<{
  type: string;
  rollingUpdate: RollingUpdateStatefulSetStrategy;
}>;
