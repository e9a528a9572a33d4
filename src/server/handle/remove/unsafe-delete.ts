import { conflict, forbidden, internalError, notFound, type StatusError } from "../../../api/status.ts";
import { invalid, invalidObject } from "../../../api/validation/field-error.ts";
import { askedOfResource } from "../../authorize/attributes.ts";
import { atOnce } from "../../authorize/authorize.ts";
import { annotate, type RequestContext } from "../../request-context.ts";
import { type Answer, succeeded } from "../../respond/answer.ts";
import { isReadable } from "../read/as-requested.ts";
import { groupResource, storageKey, type Target } from "../target.ts";
import { assertInTime } from "../write/assert-in-time.ts";
import { LOST, onNewest, unwritten, written } from "../write/store/on-newest.ts";
import { removeStored } from "../write/store/remove-stored.ts";
import type { Writes } from "../write/writes.ts";

/** The option to delete an object that the store cannot read (gate AllowUnsafeMalformedObjectDeletion). */
export const UNSAFE = "ignoreStoreReadErrorWithClusterBreakingPotential";

const VERB = "unsafe-delete-ignore-read-errors";

/**
 * Deletes an object that cannot be read in the version of the request, without admission and whatever its finalizers
 * are. Rejects with 403 without the right, 404, or 409 if it can be read (apiserver/pkg/endpoints/handlers/delete.go,
 * authorizeUnsafeDelete; apiserver/pkg/registry/generic/registry/corrupt_obj_deleter.go).
 */
export async function removeUnsafely(
  writes: Writes,
  context: RequestContext,
  target: Target,
  dryRun: boolean,
): Promise<Answer> {
  const { authorize, storage } = writes;
  const { user } = context;
  annotate(context, "apiserver.k8s.io/unsafe-delete-ignore-read-error", "");
  const { resource, namespace, name } = target;
  if (hasNoUnsafeDeleter(resource)) throw internalError(NO_DELETER);
  const of = groupResource(target);
  const { version } = target.kind;
  const asked = { group: resource.group, version, resource: resource.plural, namespace, name };
  const { decision, reason } = atOnce(authorize)(askedOfResource(user, VERB, asked));
  if (decision !== "allow") throw forbidden(of, name, `not permitted to do "${VERB}", reason: ${reason}`);
  const key = storageKey(resource, namespace, name);
  await onNewest<void>(storage, key, async (entry) => {
    if (entry === undefined) throw notFound(of, name);
    if (await isReadable(target, entry)) throw readable(target, key);
    if (dryRun) return unwritten(undefined);
    assertInTime(writes, context);
    return (await removeStored(writes, target, entry)) === "lost" ? LOST : written(undefined);
  });
  return succeeded({ details: { name, kind: target.kind.kind }, code: 200 });
}

/** Kinds whose storage the reference wraps, so that it cannot delete without reading. */
const hasNoUnsafeDeleter = ({ group, plural }: Target["resource"]): boolean =>
  group === "rbac.authorization.k8s.io" || (group === "" && plural === "namespaces");

const NO_DELETER = `no unsafe deleter provided, can not honor ${UNSAFE}`;

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
