// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { PersistentVolumeSpec, TopologySelectorTerm } from "../core/v1-types.ts";
import type { LabelSelector } from "../meta/v1-types.ts";

export type CSIDriverSpec = {
  attachRequired?: boolean | undefined;
  podInfoOnMount?: boolean | undefined;
  volumeLifecycleModes?: string[] | undefined;
  storageCapacity?: boolean | undefined;
  fsGroupPolicy?: string | undefined;
  tokenRequests?: TokenRequest[] | undefined;
  requiresRepublish?: boolean | undefined;
  seLinuxMount?: boolean | undefined;
  nodeAllocatableUpdatePeriodSeconds?: number | undefined;
  serviceAccountTokenInSecrets?: boolean | undefined;
  preventPodSchedulingIfMissing?: boolean | undefined;
};

export type CSINodeDriver = {
  name?: string | undefined;
  nodeID?: string | undefined;
  topologyKeys?: string[] | null | undefined;
  allocatable?: VolumeNodeResources | undefined;
};

export type CSINodeSpec = {
  drivers?: CSINodeDriver[] | null | undefined;
};

export type CSINodeStatus = {
  storageHealth?: StorageHealth[] | undefined;
};

export type CSIStorageCapacity = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  nodeTopology?: LabelSelector | undefined;
  storageClassName?: string | undefined;
  capacity?: string | undefined;
  maximumVolumeSize?: string | undefined;
};

export type StorageClass = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  provisioner?: string | undefined;
  parameters?: { [key: string]: string } | undefined;
  reclaimPolicy?: string | undefined;
  mountOptions?: string[] | undefined;
  allowVolumeExpansion?: boolean | undefined;
  volumeBindingMode?: string | undefined;
  allowedTopologies?: TopologySelectorTerm[] | undefined;
};

export type StorageHealth = {
  name?: string | undefined;
  healthConditions?: StorageHealthCondition[] | undefined;
};

export type StorageHealthCondition = {
  status?: string | undefined;
  reason?: string | undefined;
  message?: string | undefined;
  accessMode?: string | undefined;
  volumeMode?: string | undefined;
  lastTransitionTime?: string | null | undefined;
};

export type TokenRequest = {
  audience?: string | undefined;
  expirationSeconds?: number | undefined;
};

export type VolumeAttachment = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: VolumeAttachmentSpec | undefined;
  status?: VolumeAttachmentStatus | undefined;
};

export type VolumeAttachmentSource = {
  persistentVolumeName?: string | undefined;
  inlineVolumeSpec?: PersistentVolumeSpec | undefined;
};

export type VolumeAttachmentSpec = {
  attacher?: string | undefined;
  source?: VolumeAttachmentSource | undefined;
  nodeName?: string | undefined;
};

export type VolumeAttachmentStatus = {
  attached?: boolean | undefined;
  attachmentMetadata?: { [key: string]: string } | undefined;
  attachError?: VolumeError | undefined;
  detachError?: VolumeError | undefined;
};

export type VolumeAttributesClass = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  driverName?: string | undefined;
  parameters?: { [key: string]: string } | undefined;
};

export type VolumeError = {
  time?: string | null | undefined;
  message?: string | undefined;
  errorCode?: number | undefined;
};

export type VolumeNodeResources = {
  count?: number | undefined;
};
