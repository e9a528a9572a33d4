import type { Admission } from "../../../../admission/engine.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { objectIn } from "../../../../api/object/document.ts";
import { copyWithNotes } from "../../../../api/object/notes.ts";
import { alreadyExists, badRequest, internalError, plainError, StatusError } from "../../../../api/status.ts";
import { formatTime } from "../../../../api/time.ts";
import { dropEmptyLists } from "../../../../resources/machine/empty-lists.ts";
import { generateName } from "../../../../resources/machine/object-meta/generate-name.ts";
import type { Strategy } from "../../../../resources/strategy.ts";
import { finish, prepareAndValidate } from "../../../../resources/write.ts";
import { objectOf } from "../../../../storage/object-of.ts";
import type { RequestContext } from "../../../request-context.ts";
import { groupResource, storageKey, type Target } from "../../target.ts";
import { writtenDocument } from "../../versions.ts";
import { admitted } from "../admission.ts";
import { assertInTime } from "../assert-in-time.ts";
import { hiddenIn, noteHidden } from "../hidden.ts";
import { arrangedDocument, arrangeLarge, type Stored, seal } from "../seal.ts";
import { sideWorkOf, withSideWork } from "../side-work.ts";
import { pause } from "../turns.ts";
import { refuseInvalid, refuseReferences } from "../validate.ts";
import type { Writes } from "../writes.ts";
import { writingOf } from "../writing.ts";
import { createWhile } from "./create-while.ts";

const NAME_ATTEMPTS = 8;

interface NewObject {
  readonly target: Target;
  readonly strategy: Strategy;
  /** Object after mutating admission, in the hub version; owned. */
  readonly object: KubeObject;
  readonly admission: Admission;
  readonly dryRun: boolean;
  /**
   * Called before validating admission if an update creates the object
   * (apiserver/pkg/endpoints/handlers/update.go, withAuthorization).
   */
  readonly authorize?: () => void | Promise<void>;
  /**
   * Name in the URL, under which the object is stored, even if admission has changed the object's. Default:
   * the object's.
   */
  readonly storedAs?: string;
}

/** Completes a create after mutating admission: name, system fields, validation, validating admission, storage. */
export async function storeNew(writes: Writes, context: RequestContext, input: NewObject): Promise<Stored> {
  const { metadata } = input.object;
  if ((metadata.name ?? "") !== "" || (metadata.generateName ?? "") === "")
    return attempt(writes, context, input, input.object);
  // Names are generated for creates only; admission may have removed the name of an update that creates.
  if (input.storedAs !== undefined) throw internalError("metadata.name was not generated");
  if (input.target.resource.strategy.namesAsAsked) {
    metadata.name = metadata.generateName ?? "";
    return attempt(writes, context, input, input.object);
  }
  for (let i = 1; ; i++) {
    const candidate = copyWithNotes(input.object);
    candidate.metadata.name = generateName(metadata.generateName ?? "", writes.random);
    try {
      return await attempt(writes, context, input, candidate);
    } catch (error) {
      if (!(error instanceof StatusError) || error.reason !== "AlreadyExists") throw error;
      if (i === NAME_ATTEMPTS) throw error;
    }
  }
}

async function attempt(
  writes: Writes,
  context: RequestContext,
  input: NewObject,
  object: KubeObject,
): Promise<Stored> {
  const { target, strategy, dryRun } = input;
  fillSystemMetadata(writes, object);
  checkNamespace(target, object);
  const work = sideWorkOf(writes, target);
  return withSideWork(work, { object, old: undefined, dryRun }, async () => {
    const writing = writingOf(writes, context, { target, strategy, old: undefined });
    if (context.isLarge) await pause(context);
    refuseInvalid(target.resource, object, await prepareAndValidate(writing, object));
    if (context.isLarge) await pause(context);
    await refuseReferences(writes, context, target, object);
    finish(writing, object);
    if (input.authorize !== undefined) await input.authorize();
    admitted(context, input.admission, await input.admission.validate(object, object.metadata.name ?? ""));
    return { value: await write(writes, context, input, object), written: !dryRun };
  });
}

function fillSystemMetadata(writes: Writes, { metadata }: KubeObject): void {
  metadata.uid = writes.uid();
  metadata.creationTimestamp = formatTime(writes.now());
}

/** Checks the namespace, which admission may have changed. */
function checkNamespace({ resource, namespace }: Target, { metadata }: KubeObject): void {
  if (!resource.namespaced) delete metadata.namespace;
  else if (metadata.namespace === undefined || metadata.namespace === "") metadata.namespace = namespace;
  else if (metadata.namespace !== namespace)
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
}

async function write(
  writes: Writes,
  context: RequestContext,
  { target, strategy, dryRun, storedAs }: NewObject,
  object: KubeObject,
): Promise<Stored> {
  const name = storedAs ?? object.metadata.name ?? "";
  const key = storageKey(target.resource, target.namespace, name);
  // Only the stored object loses it (storage/api_object_versioner.go, PrepareObjectForStorage).
  if (!dryRun) delete object.metadata.selfLink;
  if (!dryRun && storedAs !== undefined) delete object.metadata.resourceVersion;
  strategy.prepareForStorage?.(object, target.kind.version);
  dropEmptyLists(target.resource, object);
  const hidden = hiddenIn(target.resource, object);
  if (dryRun) {
    const current = await writes.storage.get(key);
    if (current !== undefined) throw exists(target, object, name, objectOf(current));
    return arrangedDocument(target.resource.hub, target.resource.strategy.completeStored?.(object) ?? object);
  }
  refuseVersion(object);
  const arranged = context.isLarge
    ? await arrangeLarge(context, target.resource, object, { key, revision: 0 })
    : undefined;
  const ttlSeconds = writes.ttlSeconds(target.resource);
  const result = await createWhile(writes, target, name, (held) => {
    assertInTime(writes, context);
    return writes.storage.create(key, (revision) => seal(object, revision, target.resource.hub, arranged), {
      while: held,
      ttlSeconds,
    });
  });
  if (result.kind === "conflict") throw exists(target, object, name, objectIn(result.current?.document));
  noteHidden(result.entry.document, hidden);
  await writes.views.seen(target.resource, result.entry.revision);
  return writtenDocument(target, result.entry);
}

/**
 * Refuses a resource version, as the reference's store does: dry runs do not reach it, and versions that are
 * no number are ignored (apiserver storage/etcd3/store.go, Create).
 */
function refuseVersion({ metadata }: KubeObject): void {
  if (/^0*[1-9]\d*$/.test(metadata.resourceVersion ?? ""))
    throw plainError("resourceVersion should not be set on objects to be created");
}

/**
 * Builds the 409. An object with a generateName gets the error of name generation, even if its name was not
 * generated.
 */
function exists(
  target: Target,
  { metadata: { generateName = "" } }: KubeObject,
  name: string,
  current: KubeObject | undefined,
): StatusError {
  const { status } =
    generateName === "" ? alreadyExists(groupResource(target), name) : nameTaken(target, name);
  const isDying = current?.metadata.deletionTimestamp !== undefined;
  return new StatusError(
    isDying ? { ...status, message: `object is being deleted: ${status.message}` } : status,
  );
}

/**
 * Builds the reference's error of name generation (apiserver/pkg/registry/rest/create.go,
 * CheckGeneratedNameError).
 */
function nameTaken(target: Target, name: string): StatusError {
  const { status } = alreadyExists(groupResource(target), name);
  return new StatusError({
    ...status,
    message: `${status.message}, the server was not able to generate a unique name for the object`,
    details: { ...status.details, retryAfterSeconds: 1 },
  });
}
