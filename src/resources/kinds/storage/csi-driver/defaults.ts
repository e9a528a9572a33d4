import { type ApplyDefaults, ensure, unset } from "../../../define/fill.ts";

/** Defaults of storage.k8s.io/v1 (SetDefaults_CSIDriver). */
export const fillCsiDriver: ApplyDefaults = (driver) => {
  fillWithoutScaling(driver);
  unset(ensure(driver, "spec"), "preventPodSchedulingIfMissing", false);
};

/** The same without the gate VolumeLimitScaling. */
export const fillWithoutScaling: ApplyDefaults = (driver) => {
  const spec = ensure(driver, "spec");
  unset(spec, "attachRequired", true);
  unset(spec, "podInfoOnMount", false);
  unset(spec, "storageCapacity", false);
  unset(spec, "fsGroupPolicy", "ReadWriteOnceWithFSType");
  unset(spec, "volumeLifecycleModes", ["Persistent"]);
  unset(spec, "requiresRepublish", false);
  unset(spec, "seLinuxMount", false);
};
