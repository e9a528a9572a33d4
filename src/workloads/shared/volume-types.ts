import type { KubeObject } from "../../api/meta.ts";
import type { JsonObject } from "../../json/value.ts";

/** The fields of a PersistentVolume that controllers read. */
export interface Volume extends KubeObject {
  spec?: {
    capacity?: { storage?: string };
    accessModes?: string[];
    claimRef?: ClaimReference;
    persistentVolumeReclaimPolicy?: string;
    storageClassName?: string;
    volumeMode?: string;
    volumeAttributesClassName?: string;
    csi?: JsonObject;
    hostPath?: { path: string };
    nfs?: JsonObject;
  };
  status?: { phase?: string; message?: string };
}

/** The claim of a volume (`spec.claimRef`). */
export interface ClaimReference extends JsonObject {
  namespace?: string;
  name?: string;
  uid?: string;
}

/** The fields of a PersistentVolumeClaim that controllers read. */
export interface VolumeClaim extends KubeObject {
  spec?: {
    accessModes?: string[];
    resources?: { requests?: { storage?: string } };
    selector?: JsonObject;
    storageClassName?: string;
    volumeMode?: string;
    volumeName?: string;
    volumeAttributesClassName?: string;
  };
  status?: VolumeClaimStatus;
}

/** Status of a PersistentVolumeClaim. */
export interface VolumeClaimStatus extends JsonObject {
  phase?: string;
  accessModes?: string[];
  capacity?: { storage?: string };
  currentVolumeAttributesClassName?: string;
}

/** StorageClass of storage.k8s.io/v1. */
export interface StorageClass extends KubeObject {
  provisioner?: string;
  volumeBindingMode?: string;
}
