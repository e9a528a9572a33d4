import { kubeObject } from "../../api/object/kube-object.ts";
import type {
  ObjectReference as ClaimReference,
  PersistentVolume as Volume,
  PersistentVolumeClaim as VolumeClaim,
} from "../../types/tables/core/v1-types.ts";
import type { WorkloadContext } from "../shared/context.ts";
import { CLAIMS, objectPath } from "../shared/kinds.ts";
import { setPhase, unbind } from "./bind.ts";
import { modesMatch } from "./match.ts";
import { reclaim } from "./reclaim.ts";

const PROVISIONED_BY = "pv.kubernetes.io/provisioned-by";

/** syncVolume of the reference. `wake`: adds a claim to the queue. */
export async function syncVolume(
  context: WorkloadContext,
  volume: Volume,
  wake: (claim: VolumeClaim) => void,
): Promise<boolean> {
  const { claimRef } = volume.spec ?? {};
  if (claimRef === undefined || (claimRef.uid ?? "") === "") {
    await setPhase(context, volume, "Available");
    return true;
  }
  const claim = await claimOf(context, claimRef);
  if (claim === undefined) await reclaim(context, volume);
  else if ((claim.spec?.volumeName ?? "") === "") finishLater(context, volume, claim, wake);
  else if (claim.spec?.volumeName === volume.metadata.name) await setPhase(context, volume, "Bound");
  else if (isSpare(volume)) await reclaim(context, volume);
  else await unbind(context, volume);
  return true;
}

/**
 * Returns the claim of a volume. If the cache does not contain it, it is read from the API, so that no volume
 * is released by mistake.
 */
async function claimOf(
  { api, cache }: WorkloadContext,
  { namespace = "", name = "", uid }: ClaimReference,
): Promise<VolumeClaim | undefined> {
  const known = cache.get(CLAIMS, namespace, name);
  if (known?.metadata.uid === uid) return known;
  const { status, body } = await api.get(objectPath(CLAIMS, { metadata: { namespace, name } }));
  if (status === 404) return undefined;
  if (status !== 200) throw new Error(`the claim ${namespace}/${name} cannot be read: ${status}`);
  const read = CLAIMS.of(kubeObject(body));
  return read.metadata.uid === uid ? read : undefined;
}

/**
 * Returns true for a volume that was provisioned with the policy Delete. It is not needed if its claim has
 * another volume.
 */
const isSpare = ({ metadata, spec }: Volume): boolean =>
  metadata.annotations?.[PROVISIONED_BY] !== undefined && spec?.persistentVolumeReclaimPolicy === "Delete";

/**
 * Adds the claim to the queue: the sync of the claim completes a binding. A wrong volume mode is reported
 * instead.
 */
function finishLater(
  { events }: WorkloadContext,
  volume: Volume,
  claim: VolumeClaim,
  wake: (claim: VolumeClaim) => void,
): void {
  if (modesMatch(claim, volume)) {
    wake(claim);
    return;
  }
  const [volumeName, claimName] = [volume.metadata.name, claim.metadata.name];
  events.warning(
    volume,
    "VolumeMismatch",
    `Cannot bind PersistentVolume to requested PersistentVolumeClaim "${claimName}" due to incompatible volumeMode.`,
  );
  events.warning(
    claim,
    "VolumeMismatch",
    `Cannot bind PersistentVolume "${volumeName}" to requested PersistentVolumeClaim due to incompatible volumeMode.`,
  );
}
