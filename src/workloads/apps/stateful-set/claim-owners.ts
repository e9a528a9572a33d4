import type { KubeObject, OwnerReference } from "../../../api/meta.ts";
import type { StatefulSet } from "../../../types/tables/apps/v1-types.ts";
import type { Pod } from "../../../types/tables/core/v1-types.ts";
import { PODS, STATEFUL_SETS } from "../../shared/kinds.ts";
import { controllerRef } from "../../shared/pods/controller-ref.ts";

const OWNERS = { set: STATEFUL_SETS, pod: PODS };

/**
 * `whenDeleted`: true if a claim is deleted with the set. `whenScaled`: true if it is deleted with its pod
 * when the set is scaled down. Default: claims stay.
 */
export function retention({ spec }: StatefulSet): { whenDeleted: boolean; whenScaled: boolean } {
  const { whenDeleted, whenScaled } = spec?.persistentVolumeClaimRetentionPolicy ?? {};
  return { whenDeleted: whenDeleted === "Delete", whenScaled: whenScaled === "Delete" };
}

/** A claim of a pod, with the set and the pod. `inRange`: true if the set wants a pod of this ordinal. */
export interface Ownership {
  readonly set: StatefulSet;
  readonly pod: Pod;
  readonly inRange: boolean;
  readonly claim: KubeObject;
}

/**
 * Returns the wanted owners of the claim, by the retention policy of the set. Undefined: they are right, or
 * the claim may not be changed, because a former set or pod of the same name owns it. As
 * pkg/controller/statefulset, isClaimOwnerUpToDate and updateClaimOwnerRefForSetAndPod.
 */
export function wantedOwners(ownership: Ownership): OwnerReference[] | undefined {
  const { set, pod, claim } = ownership;
  const refs = claim.metadata.ownerReferences ?? [];
  if (isStale(claim, "set", set) || isStale(claim, "pod", pod)) return undefined;
  const ours = ownersOf(ownership);
  const isRight =
    [set, pod].every((owner) => owns(refs, owner) === ours.some(({ uid }) => uid === owner.metadata.uid)) &&
    refs.every(
      (ref) => ref.controller === true || ![set, pod].some(({ metadata }) => metadata.uid === ref.uid),
    );
  if (isRight) return undefined;
  return [...refs.filter((ref) => !refersTo(ref, "set", set) && !refersTo(ref, "pod", pod)), ...ours];
}

function ownersOf(ownership: Ownership): OwnerReference[] {
  const { set, pod, inRange } = ownership;
  if (hasOtherController(ownership)) return [];
  const { whenDeleted, whenScaled } = retention(set);
  if (whenScaled && !inRange) return [controllerRef(PODS, pod)];
  return whenDeleted ? [controllerRef(STATEFUL_SETS, set)] : [];
}

/**
 * Returns true if another controller manages the claim: then the policy does not apply to it. False without a
 * policy.
 */
export function hasOtherController({ set, pod, claim }: Ownership): boolean {
  const { whenDeleted, whenScaled } = retention(set);
  if (!whenDeleted && !whenScaled) return false;
  return (claim.metadata.ownerReferences ?? []).some((ref) => {
    if (refersTo(ref, "set", set)) return ref.uid !== set.metadata.uid;
    if (refersTo(ref, "pod", pod)) return ref.uid !== pod.metadata.uid;
    return ref.controller === true;
  });
}

/**
 * Returns true if the claim belongs to a former pod of the same name. A new pod waits until the claim is
 * deleted.
 */
export const belongsToFormerPod = (claim: KubeObject, pod: Pod): boolean => isStale(claim, "pod", pod);

const owns = (refs: readonly OwnerReference[], { metadata }: KubeObject): boolean =>
  refs.some(({ uid }) => uid === metadata.uid);

const refersTo = (ref: OwnerReference, as: keyof typeof OWNERS, { metadata }: KubeObject): boolean =>
  ref.apiVersion === OWNERS[as].apiVersion && ref.kind === OWNERS[as].kind && ref.name === metadata.name;

function isStale(claim: KubeObject, as: keyof typeof OWNERS, owner: KubeObject): boolean {
  const first = claim.metadata.ownerReferences?.find((ref) => refersTo(ref, as, owner));
  return first !== undefined && first.uid !== owner.metadata.uid;
}
