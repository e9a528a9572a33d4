import { type ApplyDefaults, unset } from "../../../define/fill.ts";

export const fillStorageClass: ApplyDefaults = (storageClass) => {
  unset(storageClass, "reclaimPolicy", "Delete");
  unset(storageClass, "volumeBindingMode", "Immediate");
};
