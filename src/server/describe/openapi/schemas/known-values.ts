import type { Json, JsonObject } from "../../../../json/value.ts";

/**
 * Defaults of fields whose type does not contain them, by type and field. They are a part of the server's
 * defaults: the reference publishes those that are declared with the type.
 */
const DEFAULTS: Readonly<Record<string, Json>> = {
  "AzureDiskVolumeSource.cachingMode": "ReadWrite",
  "AzureDiskVolumeSource.fsType": "ext4",
  "AzureDiskVolumeSource.kind": "Shared",
  "AzureDiskVolumeSource.readOnly": false,
  "ConfigMapEnvSource.name": "",
  "ConfigMapKeySelector.name": "",
  "ConfigMapProjection.name": "",
  "ConfigMapVolumeSource.name": "",
  "ContainerPort.protocol": "TCP",
  "DeviceToleration.operator": "Equal",
  "FileKeySelector.optional": false,
  "GRPCAction.service": "",
  "ISCSIPersistentVolumeSource.iscsiInterface": "default",
  "ISCSIVolumeSource.iscsiInterface": "default",
  "LocalObjectReference.name": "",
  "PodCertificateRequestSpec.maxExpirationSeconds": 86_400,
  "RBDPersistentVolumeSource.keyring": "/etc/ceph/keyring",
  "RBDPersistentVolumeSource.pool": "rbd",
  "RBDPersistentVolumeSource.user": "admin",
  "RBDVolumeSource.keyring": "/etc/ceph/keyring",
  "RBDVolumeSource.pool": "rbd",
  "RBDVolumeSource.user": "admin",
  "ReplicationControllerSpec.minReadySeconds": 0,
  "ReplicationControllerSpec.replicas": 1,
  "ScaleIOPersistentVolumeSource.fsType": "xfs",
  "ScaleIOPersistentVolumeSource.storageMode": "ThinProvisioned",
  "ScaleIOVolumeSource.fsType": "xfs",
  "ScaleIOVolumeSource.storageMode": "ThinProvisioned",
  "ScaleSpec.replicas": 0,
  "SecretEnvSource.name": "",
  "SecretKeySelector.name": "",
  "SecretProjection.name": "",
  "ServicePort.protocol": "TCP",
};

/** Returns the published default. `type`: the name of the schema, `io.k8s.api.core.v1.ServicePort`. */
export const publishedDefault = (type: string, field: string): Json | undefined =>
  DEFAULTS[`${type.slice(type.lastIndexOf(".") + 1)}.${field}`];

/** Extensions by field: certificates are marked as lists of bytes, at this one field. */
const EXTENSIONS: Readonly<Record<string, JsonObject>> = {
  "APIServiceSpec.caBundle": { "x-kubernetes-list-type": "atomic" },
};

/** Returns the extensions of a field's schema: `type` and `field` as for publishedDefault. */
export const publishedExtensions = (type: string, field: string): JsonObject | undefined =>
  EXTENSIONS[`${type.slice(type.lastIndexOf(".") + 1)}.${field}`];

const union = (discriminator: string | undefined, ...fields: readonly string[]): Json => [
  {
    ...(discriminator === undefined ? {} : { discriminator }),
    "fields-to-discriminateBy": Object.fromEntries(
      fields.map((field) => [field, field.slice(0, 1).toUpperCase() + field.slice(1)]),
    ),
  },
];

/** Types with at most one set member; a discriminator may name that member. */
export const UNIONS: Readonly<Record<string, Json>> = {
  "io.k8s.api.core.v1.AppArmorProfile": union("type", "localhostProfile"),
  "io.k8s.api.core.v1.PodSchedulingGroup": union(undefined, "podGroupName"),
  "io.k8s.api.core.v1.SeccompProfile": union("type", "localhostProfile"),
  "io.k8s.api.flowcontrol.v1.LimitResponse": union("type", "queuing"),
  "io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationSpec": union("type", "exempt", "limited"),
  "io.k8s.api.flowcontrol.v1.Subject": union("kind", "group", "serviceAccount", "user"),
  "io.k8s.api.scheduling.v1alpha3.WorkloadPodGroupDisruptionMode": union(undefined, "all", "single"),
  "io.k8s.api.scheduling.v1alpha3.WorkloadPodGroupSchedulingPolicy": union(undefined, "basic", "gang"),
};
