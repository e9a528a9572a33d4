import { unset } from "../../../define/fill.ts";
import type { ApplyDefaults } from "../../../define/resource-facts.ts";

export const fillStorageClass: ApplyDefaults = (storageClass) => {
  unset(storageClass, "reclaimPolicy", "Delete");
  unset(storageClass, "volumeBindingMode", "Immediate");
};
