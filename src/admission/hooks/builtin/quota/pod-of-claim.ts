import type { KubeObject } from "../../../../api/meta.ts";
import { isJsonObject, record } from "../../../../json/value.ts";

const FOR_EXTENDED_RESOURCES = "resource.kubernetes.io/extended-resource-claim";

/**
 * Returns the pod whose extended resources a claim was made for: the status of the pod names the claim, or
 * the claim is the first that it owns (resource_claims.go, getVerifiedPodUsage).
 */
export function podOfClaim(
  claim: KubeObject,
  pods: readonly KubeObject[],
  claims: readonly KubeObject[],
): KubeObject | undefined {
  const uid = ownerOf(claim);
  const owner = claim.metadata.ownerReferences?.find(({ controller }) => controller === true);
  const pod = pods.find(({ metadata }) => metadata.uid === uid && metadata.name === owner?.name);
  if (uid === undefined || pod === undefined) return undefined;
  const { extendedResourceClaimStatus: known } = record(pod.status);
  if (isJsonObject(known)) return known.resourceClaimName === claim.metadata.name ? pod : undefined;
  return claims.some((other) => ownerOf(other) === uid && isBefore(other, claim)) ? undefined : pod;
}

/** Returns the UID of the pod that owns a claim for extended resources. */
function ownerOf({ metadata }: KubeObject): string | undefined {
  if (metadata.annotations?.[FOR_EXTENDED_RESOURCES] !== "true") return undefined;
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  return owner?.kind === "Pod" && owner.apiVersion === "v1" ? owner.uid : undefined;
}

/**
 * True if `other` is older than `claim`. In kube-apiserver a claim that is not stored yet has a time with
 * fractions of a second, so that all stored claims are older.
 */
function isBefore({ metadata: other }: KubeObject, { metadata: claim }: KubeObject): boolean {
  const [before, now] = [other.creationTimestamp ?? "", claim.creationTimestamp ?? ""];
  if (before !== now) return before < now;
  return claim.resourceVersion === undefined || (other.name ?? "") < (claim.name ?? "");
}
