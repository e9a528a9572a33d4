import type { KubeObject } from "../../../api/meta.ts";
import { kubeObject } from "../../../api/object/kube-object.ts";
import type { LabelSelector } from "../../../api/selectors/label-selector.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { ApiClient } from "../../base/api-client.ts";
import { isDying } from "../../base/controller.ts";
import { unlessAnswered, type Writer } from "../client.ts";
import { type Kind, objectPath } from "../kinds.ts";
import type { ObjectCache } from "../object-cache.ts";
import { selectorOf } from "../selector-of.ts";
import { controllerRef } from "./controller-ref.ts";

/** The objects that an owner keeps, adopts and releases: BaseControllerRefManager.ClaimObject of the reference. */
interface Claims<T> {
  readonly kept: readonly T[];
  /** Objects that have no controller and match the selector. */
  readonly adopted: readonly T[];
  /** Objects that no longer match the selector. */
  readonly released: readonly T[];
}

interface Claimable<T> {
  readonly owned: readonly T[];
  readonly orphans: readonly T[];
}

function planClaims<T extends KubeObject>(
  owner: KubeObject,
  selector: LabelSelector,
  { owned, orphans }: Claimable<T>,
): Claims<T> {
  const matches = ({ metadata }: T): boolean => selector.matches(metadata.labels);
  const dying = isDying(owner);
  return {
    kept: owned.filter(matches),
    adopted: dying ? [] : orphans.filter((orphan) => matches(orphan) && !isDying(orphan)),
    released: dying ? [] : owned.filter((object) => !matches(object)),
  };
}

interface ClaimParts<T extends KubeObject> {
  readonly api: ApiClient;
  readonly writer: Writer;
  readonly cache: ObjectCache;
  readonly ownerKind: Kind<KubeObject>;
  readonly kind: Kind<T>;
  /** Finalizer that adopted objects get. */
  readonly finalizer?: string;
}

/**
 * Adopts and releases objects. Returns all objects that the owner has now. Throws if the owner no longer
 * exists.
 */
export async function claim<T extends KubeObject>(
  { api, writer, cache, ownerKind, kind, finalizer }: ClaimParts<T>,
  owner: KubeObject,
  isCandidate: (object: T) => boolean = () => true,
): Promise<T[]> {
  const claims = planClaims(owner, selectorOf(owner), {
    owned: cache.controlledBy(kind, owner).filter(isCandidate),
    orphans: cache.orphans(kind, owner.metadata.namespace ?? "").filter(isCandidate),
  });
  for (const object of claims.released) await patchIfThere(writer, kind, object, released(owner, object));
  if (claims.adopted.length > 0) await assertAlive(api, ownerKind, owner);
  const adopted: T[] = [];
  for (const object of claims.adopted)
    if (await patchIfThere(writer, kind, object, adoption(ownerKind, owner, object, finalizer)))
      adopted.push(object);
  return [...claims.kept, ...adopted];
}

/**
 * Throws if the owner was deleted. It is read from the API, not from the cache: a deleted owner must not
 * adopt the objects that it has just orphaned.
 */
async function assertAlive(api: ApiClient, kind: Kind<KubeObject>, owner: KubeObject): Promise<void> {
  const { status, body } = await api.get(objectPath(kind, owner));
  const { metadata } = kubeObject(body);
  if (status !== 200 || metadata.uid !== owner.metadata.uid || metadata.deletionTimestamp !== undefined)
    throw new Error(`${owner.metadata.namespace}/${owner.metadata.name} has just been deleted`);
}

/** Returns false if the object is gone (404) or was replaced by another one (422). */
const patchIfThere = (
  writer: Writer,
  kind: Kind<KubeObject>,
  object: KubeObject,
  patch: JsonObject,
): Promise<boolean> => unlessAnswered([404, 422], writer.patch(kind, object, patch));

const adoption = (
  kind: Kind<KubeObject>,
  owner: KubeObject,
  { metadata }: KubeObject,
  finalizer: string | undefined,
): JsonObject => ({
  metadata: {
    ownerReferences: [controllerRef(kind, owner)],
    uid: metadata.uid,
    ...(finalizer === undefined ? {} : { finalizers: [finalizer] }),
  },
});

const released = (owner: KubeObject, { metadata }: KubeObject): JsonObject => ({
  metadata: { uid: metadata.uid, ownerReferences: [{ $patch: "delete", uid: owner.metadata.uid }] },
});
