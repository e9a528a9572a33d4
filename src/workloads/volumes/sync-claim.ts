import type { PersistentVolumeClaim as VolumeClaim } from "../../types/tables/core/v1-types.ts";
import type { WorkloadContext } from "../shared/context.ts";
import { PODS, VOLUMES } from "../shared/kinds.ts";
import { BIND_COMPLETED, BY_CONTROLLER, bind, hasAnnotation, setClaimStatus } from "./bind.ts";
import { bestVolume, classOf, isBoundTo, mismatch } from "./match.ts";
import { assignDefaultClass, provision, waitForConsumer, waitsForConsumer } from "./provision.ts";

const SELECTED_NODE = "volume.kubernetes.io/selected-node";

/** syncClaim of the reference. */
export async function syncClaim(context: WorkloadContext, claim: VolumeClaim): Promise<boolean> {
  const { volumeName = "" } = claim.spec ?? {};
  if (hasAnnotation(claim, BIND_COMPLETED)) await checkBinding(context, claim, volumeName);
  else if (volumeName === "") await findVolume(context, claim);
  else await takeVolume(context, claim, volumeName);
  return true;
}

/** Checks a claim that was bound once. It stays bound to this volume, or becomes Lost. */
async function checkBinding(context: WorkloadContext, claim: VolumeClaim, volumeName: string): Promise<void> {
  const volume = context.cache.get(VOLUMES, "", volumeName);
  const lose = (reason: string, message: string): Promise<void> => loseClaim(context, claim, reason, message);
  if (volumeName === "")
    await lose(
      "ClaimLost",
      "Bound claim has lost reference to PersistentVolume. Data on the volume is lost!",
    );
  else if (volume === undefined)
    await lose("ClaimLost", "Bound claim has lost its PersistentVolume. Data on the volume is lost!");
  else if (volume.spec?.claimRef === undefined || volume.spec.claimRef.uid === claim.metadata.uid)
    await bind(context, volume, claim);
  else await lose("ClaimMisbound", "Two claims are bound to the same volume, this one is bound incorrectly");
}

async function loseClaim(
  context: WorkloadContext,
  claim: VolumeClaim,
  reason: string,
  message: string,
): Promise<void> {
  if (claim.status?.phase === "Lost") return;
  await setClaimStatus(context, claim, "Lost");
  context.events.warning(claim, reason, message);
}

/** Binds the claim to any volume that fits. */
async function findVolume(context: WorkloadContext, claim: VolumeClaim): Promise<void> {
  const isDelayed = waitsForConsumer(context, claim);
  const volume = bestVolume(claim, context.cache.all(VOLUMES), isDelayed);
  if (volume !== undefined) return bind(context, volume, claim);
  if (await assignDefaultClass(context, claim)) return;
  if (isDelayed && !hasAnnotation(claim, SELECTED_NODE))
    return waitForConsumer(context, claim, waitingPods(context, claim));
  if (classOf(claim) !== "") return provision(context, claim);
  const why = "no persistent volumes available for this claim and no storage class is set";
  context.events.normal(claim, "FailedBinding", why);
  await setClaimStatus(context, claim, "Pending");
}

/** Returns the names of pods without a node that use the claim. */
const waitingPods = ({ cache }: WorkloadContext, { metadata }: VolumeClaim): string[] =>
  cache
    .list(PODS, metadata.namespace ?? "")
    .filter(({ spec }) => spec?.nodeName === undefined)
    .filter(({ spec }) =>
      spec?.volumes?.some(({ persistentVolumeClaim: claim }) => claim?.claimName === metadata.name),
    )
    .map((pod) => pod.metadata.name ?? "");

/** Binds the claim to the volume that it names. */
async function takeVolume(context: WorkloadContext, claim: VolumeClaim, name: string): Promise<void> {
  const volume = context.cache.get(VOLUMES, "", name);
  const isFree = volume !== undefined && volume.spec?.claimRef === undefined;
  const problem = isFree ? mismatch(volume, claim) : undefined;
  if (volume !== undefined && problem === undefined && (isFree || isBoundTo(volume, claim)))
    return bind(context, volume, claim);
  if (problem !== undefined)
    context.events.warning(claim, "VolumeMismatch", `Cannot bind to requested volume "${name}": ${problem}`);
  else if (volume !== undefined)
    context.events.warning(claim, "FailedBinding", `volume "${name}" already bound to a different claim.`);
  if (volume === undefined || problem !== undefined || !hasAnnotation(claim, BY_CONTROLLER))
    await setClaimStatus(context, claim, "Pending");
}
