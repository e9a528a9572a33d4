import { conflict, forbidden, notFound, type StatusError } from "../../../api/status.ts";
import { invalid, invalidObject } from "../../../api/validation/field-error.ts";
import { askedOfResource } from "../../authorize/attributes.ts";
import { atOnce } from "../../authorize/authorize.ts";
import type { RequestContext } from "../../request-context.ts";
import { groupResource, storageKey, type Target } from "../target.ts";
import { onNewest } from "../write/store/on-newest.ts";
import type { AskedRemovals } from "./removals.ts";

/** The option to delete an object that the store cannot read (gate AllowUnsafeMalformedObjectDeletion). */
export const UNSAFE = "ignoreStoreReadErrorWithClusterBreakingPotential";

const VERB = "unsafe-delete-ignore-read-errors";

/**
 * Refuses to delete an object without reading it, as the reference refuses it for an object that can be read: 403 without
 * the right, 404, or 409 (apiserver/pkg/endpoints/handlers/delete.go, authorizeUnsafeDelete;
 * apiserver/pkg/registry/generic/registry/corrupt_obj_deleter.go). Always rejects.
 */
export async function refuseUnsafe(
  { authorize, storage }: AskedRemovals,
  { auditAnnotations, user }: RequestContext,
  target: Target,
): Promise<never> {
  auditAnnotations.set("apiserver.k8s.io/unsafe-delete-ignore-read-error", "");
  const { resource, namespace, name } = target;
  const of = groupResource(target);
  const { version } = target.kind;
  const asked = { group: resource.group, version, resource: resource.plural, namespace, name };
  const { decision, reason } = atOnce(authorize)(askedOfResource(user, VERB, asked));
  if (decision !== "allow") throw forbidden(of, name, `not permitted to do "${VERB}", reason: ${reason}`);
  const key = storageKey(resource, namespace, name);
  return onNewest<never>(storage, key, (entry) => {
    throw entry === undefined ? notFound(of, name) : readable(target, key);
  });
}

const readable = (target: Target, key: string): StatusError =>
  conflict(
    groupResource(target),
    target.name,
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: unsafe deletion is not allowed because the object is decodable from storage`,
  );

/** Returns the refusal of the option for a collection. */
export const unsafeCollection = (): StatusError =>
  invalidObject({ group: "meta.k8s.io", kind: "DeleteOptions" }, "", [
    invalid(UNSAFE, true, "is not allowed with DELETECOLLECTION, try again after removing the option"),
  ]);
