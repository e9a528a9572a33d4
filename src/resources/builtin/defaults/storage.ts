import { ensure, part, unset, within } from "../../define/fill.ts";
import { PERSISTENT_SOURCES } from "../../kinds/shared/pod-template/fill-volume.ts";
import type { ApplyDefaults, DefaultsTable } from "./defaults-types.ts";

const fillStorageClass: ApplyDefaults = (storageClass) => {
  unset(storageClass, "reclaimPolicy", "Delete");
  unset(storageClass, "volumeBindingMode", "Immediate");
};

const fillCsiDriver: ApplyDefaults = (driver) => {
  const spec = ensure(driver, "spec");
  unset(spec, "attachRequired", true);
  unset(spec, "podInfoOnMount", false);
  unset(spec, "storageCapacity", false);
  unset(spec, "fsGroupPolicy", "ReadWriteOnceWithFSType");
  unset(spec, "volumeLifecycleModes", ["Persistent"]);
  unset(spec, "requiresRepublish", false);
  unset(spec, "seLinuxMount", false);
};

const fillVolumeAttachment: ApplyDefaults = (attachment) => {
  const inline = part(part(part(attachment, "spec"), "source"), "inlineVolumeSpec");
  for (const [name, fill] of PERSISTENT_SOURCES) within(inline, name, fill);
};

export const storageDefaults: DefaultsTable = {
  CSIDriver: fillCsiDriver,
  StorageClass: fillStorageClass,
  VolumeAttachment: fillVolumeAttachment,
};
