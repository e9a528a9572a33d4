import { messageOf } from "../../../report/describe-error.ts";
import type { StatefulSet } from "../../../types/tables/apps/v1-types.ts";
import type { Pod } from "../../../types/tables/core/v1-types.ts";
import { RequestError } from "../../shared/client.ts";
import type { WorkloadContext } from "../../shared/context.ts";
import { CLAIMS } from "../../shared/kinds.ts";
import { belongsToFormerPod, hasOtherController, retention, wantedOwners } from "./claim-owners.ts";
import { isOrdered, isServing, type View } from "./plan.ts";
import { claimsOf, isInRange } from "./pods.ts";

type Context = Pick<WorkloadContext, "cache" | "writer" | "events">;

/** Creates the missing claims of a pending pod, and sets the owners of the claims. Returns the error. */
export async function prepareClaims(context: Context, view: View, pod: Pod): Promise<unknown> {
  const { set } = view;
  const { phase } = pod.status ?? {};
  const inRange = isInRange(set, pod);
  if (inRange && (phase === "Failed" || phase === "Succeeded")) return undefined;
  try {
    if (inRange && phase === "Pending") await createClaims(context, set, pod.metadata.name ?? "");
  } catch (error) {
    return error;
  }
  const isSettled = !inRange || !isOrdered(set) || phase === "Pending" || isServing(view, pod);
  return isSettled ? tellOwners(context, set, pod, inRange && phase !== "Pending") : undefined;
}

/**
 * Sets the owners of the claims. The reference writes the pod, too; the only effect of that is an event,
 * which is recorded here.
 */
async function tellOwners(
  context: Context,
  set: StatefulSet,
  pod: Pod,
  withEvent: boolean,
): Promise<unknown> {
  const what = `Update Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name}`;
  try {
    const changed = await settleOwners(context, set, pod);
    if (changed && withEvent) context.events.normal(set, "SuccessfulUpdate", `${what} successful`);
    return undefined;
  } catch (error) {
    if (isInRange(set, pod))
      context.events.warning(set, "FailedUpdate", `${what} failed error: ${messageOf(error)}`);
    return error;
  }
}

/** Creates the missing claims of a pod. Throws if a claim cannot be created, or is being deleted. */
export async function createClaims(
  { cache, writer, events }: Context,
  set: StatefulSet,
  pod: string,
): Promise<void> {
  const { namespace = "" } = set.metadata;
  for (const wanted of claimsOf(set, pod)) {
    const { name } = wanted.metadata;
    const found = cache.get(CLAIMS, namespace, name);
    if (found?.metadata.deletionTimestamp !== undefined) throw new Error(`pvc ${name} is being deleted`);
    if (found !== undefined) continue;
    try {
      await writer.create(CLAIMS, namespace, wanted);
      const what = `Create Claim ${name} Pod ${pod} in StatefulSet ${set.metadata.name}`;
      events.normal(set, "SuccessfulCreate", `${what} success`);
    } catch (error) {
      const isThere = error instanceof RequestError && error.reason === "AlreadyExists";
      const what = `Create Claim ${name} for Pod ${pod} in StatefulSet ${set.metadata.name}`;
      if (!isThere) events.warning(set, "FailedCreate", `${what} failed error: ${messageOf(error)}`);
      throw new Error(`failed to create PVC ${name}: ${messageOf(error)}`);
    }
  }
}

/** Sets the owners of a pod's claims by the retention policy. Returns true if a claim was changed. */
export async function settleOwners(
  { cache, writer, events }: Context,
  set: StatefulSet,
  pod: Pod,
): Promise<boolean> {
  let changed = false;
  for (const { metadata } of claimsOf(set, pod.metadata.name ?? "")) {
    const claim = cache.get(CLAIMS, set.metadata.namespace ?? "", metadata.name);
    if (claim === undefined) continue;
    const ownership = { set, pod, inRange: isInRange(set, pod), claim };
    const ownerReferences = wantedOwners(ownership);
    if (ownerReferences === undefined) continue;
    if (hasOtherController(ownership)) events.warning(set, "ConflictingController", conflict(metadata.name));
    try {
      await writer.update(CLAIMS, { ...claim, metadata: { ...claim.metadata, ownerReferences } });
    } catch (error) {
      throw new Error(
        `could not update claim ${metadata.name} for delete policy ownerRefs: ${messageOf(error)}`,
      );
    }
    changed = true;
  }
  return changed;
}

const conflict = (claim: string): string =>
  `PersistentVolumeClaim ${claim} has a conflicting OwnerReference that acts as a manging controller, the retention policy is ignored for this claim`;

/** Returns true if the creation of a pod has to wait until the claims of its predecessor are deleted. */
export const mustWaitForClaims = ({ cache }: Context, set: StatefulSet, pod: Pod): boolean =>
  retention(set).whenScaled &&
  claimsOf(set, pod.metadata.name ?? "").some(({ metadata }) => {
    const claim = cache.get(CLAIMS, set.metadata.namespace ?? "", metadata.name);
    return claim !== undefined && belongsToFormerPod(claim, pod);
  });
