import type { WorkloadController } from "../shared/context.ts";
import { VOLUMES } from "../shared/kinds.ts";
import { workOn } from "../shared/work-on.ts";
import { protect } from "./protection.ts";

const FINALIZER = "kubernetes.io/pv-protection";

/** Keeps a deleted PersistentVolume while a claim is bound to it: pv_protection_controller.go of the reference. */
export const volumeProtectionController: WorkloadController = {
  start(context) {
    workOn(context, VOLUMES, async ({ writer }, volume) => {
      await protect(writer, VOLUMES, volume, FINALIZER, () => volume.status?.phase === "Bound");
      return true;
    });
  },
};
