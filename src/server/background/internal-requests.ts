import { memoryRequest } from "../../api/exchange/memory-request.ts";
import { parseGroupVersion } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import { copyWithNotes } from "../../api/object/notes.ts";
import { StatusError } from "../../api/status.ts";
import { parseRequestInfo } from "../accept/request-info.ts";
import { deleteObject } from "../handle/remove/delete-object.ts";
import { checkedOptions } from "../handle/remove/delete-options.ts";
import { storageKey, type Target } from "../handle/target.ts";
import { NO_OPTIONS, type WriteOptions } from "../handle/write/body/write-options.ts";
import { Write } from "../handle/write/steps/write.ts";
import type { InternalWrites } from "../handle/write/writes.ts";
import { createObject, replaceObject } from "../handle/write-path.ts";
import type { Kinds } from "../kinds.ts";
import { beginContext, type RequestContext } from "../request-context.ts";

/** Operations of the server itself, as `system:apiserver`. Each name is one object. */

/**
 * Creates an object from this draft; resolves with false if it already exists, undefined if its kind is not
 * served. Throws the StatusError of a refusal.
 */
export async function createInternally(
  writes: InternalWrites,
  draft: KubeObject,
  fieldManager: string = WRITE_OPTIONS.fieldManager,
): Promise<boolean | undefined> {
  const target = targetOf(writes, draft);
  if (target === undefined) return undefined;
  const key = storageKey(target.resource, target.namespace, draft.metadata.name ?? "");
  // Nearly all boot objects already exist: the check before the copy saves that copy.
  if ((await writes.storage.get(key)) !== undefined) return false;
  const write = new Write(writes, internalContext(writes), target);
  write.options = { ...WRITE_OPTIONS, fieldManager };
  write.object = copyWithNotes(draft);
  target.kind.applyDefaults(write.object);
  try {
    await createObject(write);
    return true;
  } catch (error) {
    if (error instanceof StatusError && error.reason === "AlreadyExists") return false;
    throw error;
  }
}

/**
 * Removes an object if it exists; with `uid` only the one that has it. Throws the StatusError of a refusal.
 * `admit: false` skips admission.
 */
export async function removeInternally(
  writes: InternalWrites,
  reference: Pick<KubeObject, "apiVersion" | "kind" | "metadata">,
  { uid, admit = true }: { readonly uid?: string | undefined; readonly admit?: boolean } = {},
): Promise<void> {
  const target = targetOf(writes, reference);
  if (target === undefined) return;
  const name = reference.metadata.name ?? "";
  try {
    await deleteObject(writes, internalContext(writes), {
      target: { ...target, name },
      name,
      options: { ...checkedOptions({}), uid },
      ofCollection: false,
      admit,
    });
  } catch (error) {
    const isAnother = error instanceof StatusError && error.code === 409 && uid !== undefined;
    if (!isAnother && (!(error instanceof StatusError) || error.code !== 404)) throw error;
  }
}

/**
 * Writes the status of an object that was read, as a PUT of it would; resolves with the stored object. Throws
 * the StatusError of a refusal; 409: the object has changed.
 */
export async function writeStatusInternally(
  writes: InternalWrites,
  object: KubeObject,
): Promise<KubeObject | undefined> {
  const found = targetOf(writes, object);
  const subresource = found?.resource.subresources.get("status");
  if (found === undefined || subresource === undefined) return undefined;
  const target: Target = { ...found, subresource, name: object.metadata.name ?? "" };
  const write = new Write(writes, internalContext(writes), target);
  write.options = WRITE_OPTIONS;
  write.object = object;
  await replaceObject(write);
  return write.stored.value;
}

const WRITE_OPTIONS: WriteOptions = {
  ...NO_OPTIONS,
  fieldManager: "kube-apiserver",
  fieldValidation: "Ignore",
};

function targetOf(
  kinds: Kinds,
  { apiVersion = "", kind = "", metadata }: Pick<KubeObject, "apiVersion" | "kind" | "metadata">,
): Target | undefined {
  const { group, version } = parseGroupVersion(apiVersion);
  const found = kinds.registry().findKind(group, version, kind);
  if (found === undefined) return undefined;
  return { ...found, subresource: undefined, namespace: metadata.namespace ?? "", name: "" };
}

/** Builds the context of a request of the server to itself. */
function internalContext(writes: InternalWrites): RequestContext {
  const request = memoryRequest({ url: "/" });
  return beginContext({
    request,
    info: parseRequestInfo(request),
    auditId: "",
    receivedAt: writes.now(),
    user: writes.internalUser,
    timeoutMs: 60_000,
    budget: writes.loop,
  });
}
