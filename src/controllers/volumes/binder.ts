import type { WorkloadController } from "../workloads/context.ts";
import { CLAIMS, keyOf, PODS, STORAGE_CLASSES, VOLUMES } from "../workloads/kinds.ts";
import type { VolumeClaim } from "../workloads/volume-types.ts";
import { workOn } from "../workloads/work-on.ts";
import { BIND_COMPLETED, hasAnnotation } from "./bind.ts";
import { syncClaim } from "./sync-claim.ts";
import { syncVolume } from "./sync-volume.ts";

/** Binds claims to volumes that are there: pv_controller.go of the reference. It makes no volumes. */
export const volumeBinderController: WorkloadController = {
  start(context) {
    const { cache } = context;
    cache.keep(PODS);
    const claims = workOn(context, CLAIMS, syncClaim);
    const wake = (claim: VolumeClaim): void => claims.add(keyOf(claim));
    const volumes = workOn(context, VOLUMES, (_, volume) => syncVolume(context, volume, wake));
    // Claims without a volume could take a new one, and bound ones have to know of their own.
    cache.listen(VOLUMES, ({ object }) => {
      const { name } = object.metadata;
      for (const claim of cache.all(CLAIMS))
        if (claim.spec?.volumeName === name || !hasAnnotation(claim, BIND_COMPLETED)) wake(claim);
    });
    cache.listen(CLAIMS, ({ object, before, deleted }) => {
      const [name, old] = [object, before].map((claim) => claim && CLAIMS.of(claim).spec?.volumeName);
      for (const one of new Set([name, old])) if (one !== undefined) volumes.add(`/${one}`);
      // Other volumes may name the claim too, which is a reason to look through all of them only now and then.
      if (!deleted && name === old) return;
      for (const { metadata, spec } of cache.all(VOLUMES))
        if (spec?.claimRef?.uid === object.metadata.uid) volumes.add(`/${metadata.name}`);
    });
    cache.listen(STORAGE_CLASSES, ({ deleted }) => {
      if (deleted) return;
      for (const claim of cache.all(CLAIMS)) if (!hasAnnotation(claim, BIND_COMPLETED)) wake(claim);
    });
  },
};
