import type { PersistentVolume as Volume } from "../../types/tables/core/v1-types.ts";
import type { WorkloadContext } from "../shared/context.ts";
import { VOLUMES } from "../shared/kinds.ts";
import { setPhase } from "./bind.ts";

const PROVISIONED_BY = "pv.kubernetes.io/provisioned-by";

/** Releases a volume whose claim is gone, and applies its reclaim policy. */
export async function reclaim(context: WorkloadContext, volume: Volume): Promise<void> {
  const { phase } = volume.status ?? {};
  const isNoted = phase === "Released" || phase === "Failed";
  const released = isNoted ? volume : await setPhase(context, volume, "Released");
  if (volume.spec?.persistentVolumeReclaimPolicy === "Delete") await remove(context, released);
}

/**
 * Deletes a volume. CSI drivers delete their own volumes. Of all others only host paths below /tmp are
 * deleted; no file is touched.
 */
async function remove({ events, writer }: WorkloadContext, volume: Volume): Promise<void> {
  const { csi, hostPath, nfs } = volume.spec ?? {};
  const provisioner = volume.metadata.annotations?.[PROVISIONED_BY] ?? "kubernetes.io/";
  if (csi !== undefined || !provisioner.startsWith("kubernetes.io/")) return;
  if (hostPath?.path?.startsWith("/tmp/") === true) {
    await writer.remove(VOLUMES, volume);
    return;
  }
  if (volume.status?.phase === "Failed") return;
  const { name } = volume.metadata;
  const message =
    hostPath === undefined
      ? `error getting deleter volume plugin for volume "${name}": no ${nfs === undefined ? "" : "deletable "}volume plugin matched`
      : `host_path deleter only supports /tmp/.+ but received provided ${hostPath.path}`;
  await writer.update(
    VOLUMES,
    { ...volume, status: { ...volume.status, phase: "Failed", message } },
    "status",
  );
  events.warning(volume, "VolumeFailedDelete", message);
}
