// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { Json } from "../../../json/value.ts";
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

export type DaemonSetCondition = {
  type?: string | undefined;
  status?: string | undefined;
  lastTransitionTime?: string | null | undefined;
  reason?: string | undefined;
  message?: string | undefined;
};

export type DaemonSetSpec = {
  selector?: LabelSelector | null | undefined;
  template?: PodTemplateSpec | undefined;
  updateStrategy?: DaemonSetUpdateStrategy | undefined;
  minReadySeconds?: number | undefined;
  revisionHistoryLimit?: number | undefined;
};

export type DaemonSetStatus = {
  currentNumberScheduled?: number | undefined;
  numberMisscheduled?: number | undefined;
  desiredNumberScheduled?: number | undefined;
  numberReady?: number | undefined;
  observedGeneration?: number | undefined;
  updatedNumberScheduled?: number | undefined;
  numberAvailable?: number | undefined;
  numberUnavailable?: number | undefined;
  collisionCount?: number | undefined;
  conditions?: DaemonSetCondition[] | undefined;
};

export type DaemonSetUpdateStrategy = {
  type?: string | undefined;
  rollingUpdate?: RollingUpdateDaemonSet | undefined;
};

export type Deployment = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: DeploymentSpec | undefined;
  status?: DeploymentStatus | undefined;
};

export type DeploymentCondition = {
  type?: string | undefined;
  status?: string | undefined;
  lastUpdateTime?: string | null | undefined;
  lastTransitionTime?: string | null | undefined;
  reason?: string | undefined;
  message?: string | undefined;
};

export type DeploymentSpec = {
  replicas?: number | undefined;
  selector?: LabelSelector | null | undefined;
  template?: PodTemplateSpec | undefined;
  strategy?: DeploymentStrategy | undefined;
  minReadySeconds?: number | undefined;
  revisionHistoryLimit?: number | undefined;
  paused?: boolean | undefined;
  progressDeadlineSeconds?: number | undefined;
};

export type DeploymentStatus = {
  observedGeneration?: number | undefined;
  replicas?: number | undefined;
  updatedReplicas?: number | undefined;
  readyReplicas?: number | undefined;
  availableReplicas?: number | undefined;
  unavailableReplicas?: number | undefined;
  terminatingReplicas?: number | undefined;
  conditions?: DeploymentCondition[] | undefined;
  collisionCount?: number | undefined;
};

export type DeploymentStrategy = {
  type?: string | undefined;
  rollingUpdate?: RollingUpdateDeployment | undefined;
};

export type ReplicaSet = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: ReplicaSetSpec | undefined;
  status?: ReplicaSetStatus | undefined;
};

export type ReplicaSetCondition = {
  type?: string | undefined;
  status?: string | undefined;
  lastTransitionTime?: string | null | undefined;
  reason?: string | undefined;
  message?: string | undefined;
};

export type ReplicaSetSpec = {
  replicas?: number | undefined;
  minReadySeconds?: number | undefined;
  selector?: LabelSelector | null | undefined;
  template?: PodTemplateSpec | undefined;
};

export type ReplicaSetStatus = {
  replicas?: number | undefined;
  fullyLabeledReplicas?: number | undefined;
  readyReplicas?: number | undefined;
  availableReplicas?: number | undefined;
  terminatingReplicas?: number | undefined;
  observedGeneration?: number | undefined;
  conditions?: ReplicaSetCondition[] | undefined;
};

export type RollingUpdateDaemonSet = {
  maxUnavailable?: string | number | undefined;
  maxSurge?: string | number | undefined;
};

export type RollingUpdateDeployment = {
  maxUnavailable?: string | number | undefined;
  maxSurge?: string | number | undefined;
};

export type RollingUpdateStatefulSetStrategy = {
  partition?: number | undefined;
  maxUnavailable?: string | number | undefined;
};

export type StatefulSet = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: StatefulSetSpec | undefined;
  status?: StatefulSetStatus | undefined;
};

export type StatefulSetCondition = {
  type?: string | undefined;
  status?: string | undefined;
  lastTransitionTime?: string | null | undefined;
  reason?: string | undefined;
  message?: string | undefined;
};

export type StatefulSetOrdinals = {
  start?: number | undefined;
};

export type StatefulSetPersistentVolumeClaimRetentionPolicy = {
  whenDeleted?: string | undefined;
  whenScaled?: string | undefined;
};

export type StatefulSetSpec = {
  replicas?: number | undefined;
  selector?: LabelSelector | null | undefined;
  template?: PodTemplateSpec | undefined;
  volumeClaimTemplates?: PersistentVolumeClaim[] | undefined;
  serviceName?: string | undefined;
  podManagementPolicy?: string | undefined;
  updateStrategy?: StatefulSetUpdateStrategy | undefined;
  revisionHistoryLimit?: number | undefined;
  minReadySeconds?: number | undefined;
  persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy | undefined;
  ordinals?: StatefulSetOrdinals | undefined;
};

export type StatefulSetStatus = {
  observedGeneration?: number | undefined;
  replicas?: number | undefined;
  readyReplicas?: number | undefined;
  currentReplicas?: number | undefined;
  updatedReplicas?: number | undefined;
  currentRevision?: string | undefined;
  updateRevision?: string | undefined;
  collisionCount?: number | undefined;
  conditions?: StatefulSetCondition[] | undefined;
  availableReplicas?: number | undefined;
};

export type StatefulSetUpdateStrategy = {
  type?: string | undefined;
  rollingUpdate?: RollingUpdateStatefulSetStrategy | undefined;
};
