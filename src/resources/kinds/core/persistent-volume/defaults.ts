import { type ApplyDefaults, ensure, unset, within, zero } from "../../../define/fill.ts";
import { PERSISTENT_SOURCES } from "../../shared/pod-template/volumes/fill-volume.ts";

/** Defaults of the spec and of its source (SetDefaults_PersistentVolume). */
export const fillPersistentVolume: ApplyDefaults = (volume) => {
  zero(ensure(volume, "status"), "phase", "Pending");
  const spec = ensure(volume, "spec");
  zero(spec, "persistentVolumeReclaimPolicy", "Retain");
  unset(spec, "volumeMode", "Filesystem");
  for (const [name, fill] of PERSISTENT_SOURCES) within(spec, name, fill);
};
