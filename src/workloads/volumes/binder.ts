import type { PersistentVolumeClaim as VolumeClaim } from "../../types/tables/core/v1-types.ts";
import type { WorkloadController } from "../shared/context.ts";
import { CLAIMS, keyOf, PODS, STORAGE_CLASSES, VOLUMES } from "../shared/kinds.ts";
import { workOn } from "../shared/work-on.ts";
import { BIND_COMPLETED, hasAnnotation } from "./bind.ts";
import { syncClaim } from "./sync-claim.ts";
import { syncVolume } from "./sync-volume.ts";

/** Binds claims to existing volumes: pv_controller.go of the reference. It creates no volumes. */
export const volumeBinderController: WorkloadController = {
  start(context) {
    const { cache } = context;
    cache.keep(PODS);
    const claims = workOn(context, CLAIMS, syncClaim);
    const wake = (claim: VolumeClaim): void => claims.add(keyOf(claim));
    const volumes = workOn(context, VOLUMES, (_, volume) => syncVolume(context, volume, wake));
    // A claim without a volume can take a new one, and a bound claim depends on its own volume.
    cache.listen(VOLUMES, ({ object }) => {
      const { name } = object.metadata;
      for (const claim of cache.all(CLAIMS))
        if (claim.spec?.volumeName === name || !hasAnnotation(claim, BIND_COMPLETED)) wake(claim);
    });
    cache.listen(CLAIMS, ({ object, before, deleted }) => {
      const [name, old] = [object, before].map((claim) => claim && CLAIMS.of(claim).spec?.volumeName);
      for (const one of new Set([name, old])) if (one !== undefined) volumes.add(`/${one}`);
      // Other volumes can refer to the claim, too. All of them are searched only after a deletion or a change
      // of `volumeName`.
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
