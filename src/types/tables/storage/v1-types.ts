// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { Optional } from "../../optional.ts";
import type { PersistentVolumeSpec, TopologySelectorTerm } from "../core/v1-types.ts";
import type { LabelSelector } from "../meta/v1-types.ts";

export type CSIDriverSpec = Optional<{
  attachRequired: boolean;
  podInfoOnMount: boolean;
  volumeLifecycleModes: string[];
  storageCapacity: boolean;
  fsGroupPolicy: string;
  tokenRequests: TokenRequest[];
  requiresRepublish: boolean;
  seLinuxMount: boolean;
  nodeAllocatableUpdatePeriodSeconds: number;
  serviceAccountTokenInSecrets: boolean;
  preventPodSchedulingIfMissing: boolean;
}>;

export type CSINodeDriver = Optional<{
  name: string;
  nodeID: string;
  topologyKeys: string[] | null;
  allocatable: VolumeNodeResources;
}>;

export type CSINodeSpec = Optional<{ drivers: CSINodeDriver[] | null }>;
export type CSINodeStatus = Optional<{ storageHealth: StorageHealth[] }>;

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

export type StorageHealth = Optional<{ name: string; healthConditions: StorageHealthCondition[] }>;

export type StorageHealthCondition = Optional<{
  status: string;
  reason: string;
  message: string;
  accessMode: string;
  volumeMode: string;
  lastTransitionTime: string | null;
}>;

export type TokenRequest = Optional<{ audience: string; expirationSeconds: number }>;

export type VolumeAttachment = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: VolumeAttachmentSpec | undefined;
  status?: VolumeAttachmentStatus | undefined;
};

export type VolumeAttachmentSource = Optional<{
  persistentVolumeName: string;
  inlineVolumeSpec: PersistentVolumeSpec;
}>;

export type VolumeAttachmentSpec = Optional<{
  attacher: string;
  source: VolumeAttachmentSource;
  nodeName: string;
}>;

export type VolumeAttachmentStatus = Optional<{
  attached: boolean;
  attachmentMetadata: { [key: string]: string };
  attachError: VolumeError;
  detachError: VolumeError;
}>;

export type VolumeAttributesClass = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  driverName?: string | undefined;
  parameters?: { [key: string]: string } | undefined;
};

export type VolumeError = Optional<{ time: string | null; message: string; errorCode: number }>;
export type VolumeNodeResources = Optional<{ count: number }>;
