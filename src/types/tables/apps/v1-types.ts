// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { LabelSelectorLike } from "../../../api/validation/label-selector.ts";
import type { Json } from "../../../json/value.ts";
import type { PersistentVolumeClaim, PodTemplateSpec } from "../core/v1-types.ts";

export type ControllerRevision = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata: ObjectMeta;
  data?: Json | undefined;
  revision?: number | undefined;
};

export type DaemonSetSpec = {
  selector?: LabelSelectorLike | null | undefined;
  template?: PodTemplateSpec | undefined;
  updateStrategy?: DaemonSetUpdateStrategy | undefined;
  minReadySeconds?: number | undefined;
  revisionHistoryLimit?: number | undefined;
};

export type DaemonSetUpdateStrategy = {
  type?: string | undefined;
  rollingUpdate?: RollingUpdateDaemonSet | undefined;
};

export type DeploymentSpec = {
  replicas?: number | undefined;
  selector?: LabelSelectorLike | null | undefined;
  template?: PodTemplateSpec | undefined;
  strategy?: DeploymentStrategy | undefined;
  minReadySeconds?: number | undefined;
  revisionHistoryLimit?: number | undefined;
  paused?: boolean | undefined;
  progressDeadlineSeconds?: number | undefined;
};

export type DeploymentStrategy = {
  type?: string | undefined;
  rollingUpdate?: RollingUpdateDeployment | undefined;
};

export type ReplicaSetSpec = {
  replicas?: number | undefined;
  minReadySeconds?: number | undefined;
  selector?: LabelSelectorLike | null | undefined;
  template?: PodTemplateSpec | undefined;
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

export type StatefulSetOrdinals = {
  start?: number | undefined;
};

export type StatefulSetPersistentVolumeClaimRetentionPolicy = {
  whenDeleted?: string | undefined;
  whenScaled?: string | undefined;
};

export type StatefulSetSpec = {
  replicas?: number | undefined;
  selector?: LabelSelectorLike | null | undefined;
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

export type StatefulSetUpdateStrategy = {
  type?: string | undefined;
  rollingUpdate?: RollingUpdateStatefulSetStrategy | undefined;
};
