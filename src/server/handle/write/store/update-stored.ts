import type { KubeObject } from "../../../../api/meta.ts";
import { keepNotes } from "../../../../api/object/notes.ts";
import { conflict, notFound, StatusError } from "../../../../api/status.ts";
import { quote } from "../../../../go/quote.ts";
import { equal } from "../../../../json/equal.ts";
import { type JsonObject, membersOf } from "../../../../json/value.ts";
import type { KindDefinition } from "../../../../resources/kind.ts";
import { isStoredAlike } from "../../../../resources/machine/empty-bytes.ts";
import { dropEmptyLists } from "../../../../resources/machine/empty-lists.ts";
import type { Strategy } from "../../../../resources/strategy.ts";
import { finish, prepareAndValidate } from "../../../../resources/write.ts";
import { objectOf } from "../../../../storage/object-of.ts";
import type { Entry } from "../../../../storage/storage.ts";
import { forbiddenRequest } from "../../../authorize/attributes.ts";
import type { RequestContext } from "../../../request-context.ts";
import { groupResource, storageKey, type Target } from "../../target.ts";
import { readLive, seenOld, writtenDocument } from "../../versions.ts";
import { admitted, beginAdmission } from "../admission.ts";
import { admitMutating } from "../admit-mutating.ts";
import { assertInTime } from "../assert-in-time.ts";
import { stampOptions } from "../body/write-options.ts";
import { hiddenIn, hiddenOf, noteHidden, showHidden } from "../hidden.ts";
import { ensureNamespace } from "../identity.ts";
import { keepOldTimes } from "../managed-fields.ts";
import { arrangedDocument, arrangeLarge, type Stored, seal } from "../seal.ts";
import { sideWorkOf, withSideWork } from "../side-work.ts";
import { noteSize, pause } from "../turns.ts";
import { refuseInvalid, refuseReferences } from "../validate.ts";
import { guardWrite } from "../write-guard.ts";
import type { Authorizes, Writes } from "../writes.ts";
import { writingOf } from "../writing.ts";
import { type Attempt, LOST, onNewest, UNSURE, unwritten, written } from "./on-newest.ts";
import { removeStored } from "./remove-stored.ts";
import { storeNew } from "./store-new.ts";
import { unmetPrecondition } from "./unmet-precondition.ts";

interface UpdateInput {
  readonly target: Target;
  readonly strategy: Strategy;
  readonly dryRun: boolean;
  /** Options that the client gave: dryRun, fieldManager, fieldValidation. */
  readonly given: JsonObject;
  /**
   * Returns the new object in the hub version, from the stored one (undefined: none). Called once per
   * attempt; owns nothing of `current`; the caller owns the result. Managed fields are already recorded.
   */
  make(current: KubeObject | undefined): Promise<KubeObject> | KubeObject;
  /** Uid of the object, if the client sent a whole object; empty: any. */
  readonly uid: string;
  /** True if a missing object is created. */
  readonly mayCreate: boolean;
}

interface UpdateResult {
  readonly stored: Stored;
  readonly created: boolean;
}

/**
 * Runs the read-modify-write loop of update, patch and apply
 * (apiserver/pkg/registry/generic/registry/store.go, Update): repeats it if another writer was faster.
 */
export async function updateStored(
  writes: Writes,
  context: RequestContext,
  input: UpdateInput,
): Promise<UpdateResult> {
  const key = storageKey(input.target.resource, input.target.namespace, input.target.name);
  return onNewest(writes.storage, key, (entry, isNewest) =>
    entry === undefined
      ? create(writes, context, input, key)
      : attempt(writes, context, input, { entry, isNewest }),
  );
}

async function create(
  writes: Writes,
  context: RequestContext,
  input: UpdateInput,
  key: string,
): Promise<Attempt<UpdateResult>> {
  const { target } = input;
  if (!input.mayCreate) throw notFound(groupResource(target), target.name);
  checkUid(input, "", key);
  const object = await input.make(undefined);
  const options = stampOptions("CreateOptions", input.given);
  const admission = beginAdmission(writes, context, target, {
    operation: "CREATE",
    name: target.name,
    dryRun: input.dryRun,
    options,
    oldObject: null,
  });
  const mutated = await admitMutating(context, admission, object, target);
  const guarding = guardWrite(writes, context, target, mutated, undefined);
  if (guarding !== undefined) await guarding;
  assertVersion(mutated.metadata.resourceVersion ?? "");
  const stored = await storeNew(writes, context, {
    ...input,
    strategy: target.resource.strategy,
    object: mutated,
    admission,
    storedAs: target.name,
    authorize: () => authorizeCreate(writes, context),
  });
  return written({ stored, created: true });
}

/** Checks the right to create, which an update that creates an object requires. */
async function authorizeCreate(rights: Authorizes, { info, user }: RequestContext): Promise<void> {
  const attributes = { ...info, user, verb: "create" };
  const { decision, reason } = await rights.authorize(attributes);
  if (decision !== "allow") throw forbiddenRequest(attributes, reason);
}

async function attempt(
  writes: Writes,
  context: RequestContext,
  input: UpdateInput,
  { entry, isNewest }: { readonly entry: Entry; readonly isNewest: boolean },
): Promise<Attempt<UpdateResult>> {
  const { target, strategy, dryRun } = input;
  const { value: old } = await readLive(target.resource, entry);
  showHidden(old, hiddenOf(entry.document));
  checkUid(input, old.metadata.uid ?? "", entry.key);
  noteSize(context, entry.document.bytes);
  if (context.isLarge) await pause(context);
  const object = await input.make(old);
  const admission = beginAdmission(writes, context, target, {
    operation: "UPDATE",
    name: target.name,
    dryRun,
    options: stampOptions("UpdateOptions", input.given),
    oldObject: await seenOld(target, old),
  });
  const mutated = await admitMutating(context, admission, object, target);
  const guarding = guardWrite(writes, context, target, mutated, old);
  if (guarding !== undefined) await guarding;
  checkVersion(target, strategy, mutated, old);
  ensureNamespace(mutated, target);
  mutated.metadata.resourceVersion = String(entry.revision);
  const work = sideWorkOf(writes, target);
  return withSideWork(work, { object: mutated, old, dryRun }, async () => {
    if (context.isLarge) await pause(context);
    const writing = writingOf(writes, context, { target, strategy, old });
    refuseInvalid(target.resource, mutated, await prepareAndValidate(writing, mutated));
    if (context.isLarge) await pause(context);
    await refuseReferences(writes, context, target, mutated, old);
    finish(writing, mutated);
    // Webhooks may have set other times: validating ones can then detect if anything else has changed.
    if (mutated !== object) keepOldTimes(mutated, old);
    admitted(context, admission, await admission.validate(mutated, target.name));
    const outcome = await write(writes, context, input, mutated, { entry, old, isNewest });
    return { value: outcome, written: outcome.kind === "written" };
  });
}

/** Refuses a body with the uid of another object (before any admission). */
function checkUid({ target, uid, dryRun }: UpdateInput, stored: string, key: string): void {
  const wanted = { resource: groupResource(target), key, dryRun, uid };
  const error = unmetPrecondition({ name: target.name, uid: stored }, wanted);
  if (error !== undefined) throw error;
}

/**
 * Checks that an update is based on the stored object (registry/generic/registry/store.go, Update). Throws
 * 409, 422 if the version is required, and 500 for a version that is no number.
 */
export function checkVersion(target: Target, strategy: Strategy, object: KubeObject, old: KubeObject): void {
  const given = object.metadata.resourceVersion ?? "";
  if (given === old.metadata.resourceVersion) return;
  if (given === "" || given === "0") {
    if (strategy.allowUnconditionalUpdate) return;
    throw unconditional(target);
  }
  assertVersion(given);
  throw conflict(
    groupResource(target),
    target.name,
    "the object has been modified; please apply your changes to the latest version and try again",
  );
}

/** Throws if the version is no number, even if no object is stored. */
function assertVersion(given: string): void {
  if (given === "" || /^\d+$/.test(given)) return;
  const message = `strconv.ParseUint: parsing ${quote(given)}: invalid syntax`;
  throw new StatusError({ message, code: 500 });
}

/** Builds the only 422 that names the resource instead of the kind. */
function unconditional(target: Target): StatusError {
  const { group, resource } = groupResource(target);
  const name = group === "" ? resource : `${resource}.${group}`;
  const message = "Invalid value: 0: must be specified for an update";
  return new StatusError({
    message: `${name} "${target.name}" is invalid: metadata.resourceVersion: ${message}`,
    reason: "Invalid",
    details: {
      name: target.name,
      ...(group === "" ? {} : { group }),
      kind: resource,
      causes: [{ reason: "FieldValueInvalid", message, field: "metadata.resourceVersion" }],
    },
    code: 422,
  });
}

/** Returns the answer to a dry run: the object as a read would return it. */
function shown({ resource: { strategy }, subresource }: Target, object: KubeObject): KubeObject {
  if (subresource !== undefined && strategy.completesAnswersOnly === true) return object;
  return strategy.completeStored?.(object) ?? object;
}

async function write(
  writes: Writes,
  context: RequestContext,
  { target, strategy, dryRun }: UpdateInput,
  object: KubeObject,
  before: Before,
): Promise<Attempt<UpdateResult>> {
  const { entry } = before;
  const { hub } = target.resource;
  const old = objectOf(entry);
  object.metadata.resourceVersion = String(entry.revision);
  const gone = removesItself(object, old);
  // An object that is no longer stored is returned as it was written.
  if (!gone || target.resource.custom !== true) strategy.prepareForStorage?.(object, target.kind.version);
  if (!gone) dropEmptyLists(target.resource, object);
  if (context.isLarge) await pause(context);
  const hidden = hiddenIn(target.resource, object);
  const isCounted = !hidden.isUnread || target.resource.custom !== true;
  if (isCounted) keepOldTimes(object, before.old);
  if (context.isLarge) await pause(context);
  // Only the stored object loses it (storage/api_object_versioner.go, PrepareObjectForStorage).
  if (!dryRun && !gone) delete object.metadata.selfLink;
  const was = hiddenOf(entry.document);
  const isAsRead =
    !gone &&
    !hidden.isUnread &&
    equal(object, before.old) &&
    isStoredAlike(target.resource, object, before.old);
  const isAsStored = isAsRead && !was.isUnread && (before.old === old || equal(object, old));
  if (isAsStored && writes.storage.isOutdated?.(entry) !== true)
    return unwritten(updated(await writtenDocument(target, entry)));
  if (isAsRead && !isAsStored && !dryRun && !before.isNewest) return UNSURE;
  if (gone) {
    // Only the client receives the object without its finalizers.
    const last = updated(lastState(hub, object, entry));
    if (dryRun) return unwritten(last);
    assertInTime(writes, context);
    return (await removeStored(writes, target, entry)) === "lost" ? LOST : written(last);
  }
  if (dryRun) return unwritten(updated(arrangedDocument(hub, shown(target, object))));
  const arranged = context.isLarge ? await arrangeLarge(context, target.resource, object, entry) : undefined;
  assertInTime(writes, context);
  const result = await writes.storage.update(
    entry.key,
    entry.revision,
    (revision) => seal(object, revision, hub, arranged),
    { ttlSeconds: writes.ttlSeconds(target.resource) },
  );
  if (result.kind === "conflict") return LOST;
  noteHidden(result.entry.document, hidden);
  await writes.views.seen(target.resource, result.entry.revision);
  return written(updated(await writtenDocument(target, result.entry)));
}

/**
 * Previous object: as it is stored, and as it is read, with completed fields. The cached object is compared
 * first, then etcd's bytes; if only these differ, the attempt is repeated
 * (apiserver/pkg/storage/etcd3/store.go, GuaranteedUpdate).
 */
interface Before {
  readonly entry: Entry;
  readonly old: KubeObject;
  readonly isNewest: boolean;
}

const updated = (stored: Stored): UpdateResult => ({ stored, created: false });

/**
 * True if a terminating object has no finalizers any more (apiserver/pkg/registry/generic/registry/store.go,
 * ShouldDeleteDuringUpdate).
 */
function removesItself(object: KubeObject, old: KubeObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = old.metadata;
  if (deletionTimestamp === undefined || (object.metadata.finalizers ?? []).length > 0) return false;
  if (object.kind === "Namespace" && object.apiVersion === "v1" && !namespaceIsDone(object)) return false;
  return deletionGracePeriodSeconds === 0;
}

const namespaceIsDone = ({ spec }: KubeObject): boolean =>
  (membersOf<{ finalizers: string[] }>(spec).finalizers ?? []).length === 0;

/** Returns the answer to the write that removed the object: with the revision before the removal. */
function lastState(hub: KindDefinition, object: KubeObject, entry: Entry): Stored {
  const metadata = { ...object.metadata, resourceVersion: String(entry.revision) };
  const last = { ...object, metadata };
  keepNotes(object, last);
  return arrangedDocument(hub, last);
}
