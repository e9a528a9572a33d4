import { type ApplyDefaults, unset } from "../../../define/fill.ts";

/** Defaults of storage.k8s.io/v1 (SetDefaults_StorageClass). */
export const fillStorageClass: ApplyDefaults = (storageClass) => {
  unset(storageClass, "reclaimPolicy", "Delete");
  unset(storageClass, "volumeBindingMode", "Immediate");
};
