import type { KubeObject } from "../../../../api/meta.ts";
import { copyWithNotes, keepNotes } from "../../../../api/object/notes.ts";
import { withoutManagedFields } from "../../../../api/object/without-managed-fields.ts";
import { notFound } from "../../../../api/status.ts";
import { thenMaybe } from "../../../../async/then-maybe.ts";
import { equal } from "../../../../json/equal.ts";
import { membersOf } from "../../../../json/value.ts";
import { isStoredAlike } from "../../../../resources/machine/empty-bytes.ts";
import { dropEmptyLists } from "../../../../resources/machine/empty-lists.ts";
import { objectOf } from "../../../../storage/object-of.ts";
import { noteSize } from "../../../loop/turns.ts";
import { readForChange } from "../../read/as-requested.ts";
import { groupResource, strategyOf } from "../../target.ts";
import { hiddenIn, hiddenOf, showHidden } from "../hidden.ts";
import { arrangedDocument, arrangeLarge, type Stored, seal } from "../seal.ts";
import { updateOutcome } from "../store/outcome.ts";
import { removeStored } from "../store/remove-stored.ts";
import { unmetPrecondition } from "../store/unmet-precondition.ts";
import { showStored, showWritten } from "./show-written.ts";
import type { Write } from "./write.ts";

/** Throws 404: there is no object to change. */
export function refuseMissing({ target }: Write): void {
  throw notFound(groupResource(target), target.name);
}

/** Prepares for a create by an update, whose kind allows it. Throws 404 otherwise. */
export function createMissing(write: Write): void {
  const { target } = write;
  if (!write.mayCreate) refuseMissing(write);
  write.createsByUpdate = true;
  write.old = undefined;
  // A status has the rules of the whole object if it creates one.
  write.strategy = target.resource.strategy;
}

/** Reads the stored object. */
export function readOld(write: Write): void | Promise<void> {
  const { target, context, entry } = write;
  if (entry === undefined) throw new Error("an update has a stored object");
  write.createsByUpdate = false;
  write.strategy = strategyOf(target);
  return thenMaybe(readForChange(write.server, target, entry, write.options.dryRun), ({ value }) => {
    showHidden(value, hiddenOf(entry.document));
    noteSize(context, entry.document.bytes);
    write.old = value;
  });
}

/** Refuses a body with the uid of another object, before any admission. */
export function checkUid({ target, sent, options, old, key }: Write): void {
  const { uid = "" } = sent.metadata;
  if (uid === "") return;
  const wanted = { resource: groupResource(target), key, dryRun: options.dryRun, uid };
  const error = unmetPrecondition({ name: target.name, uid: old?.metadata.uid ?? "" }, wanted);
  if (error !== undefined) throw error;
}

/** Keeps the object of the body for the attempts, which change it. */
export function keepSent(write: Write): void {
  write.sent = write.object;
}

/** Begins an attempt with a copy of the sent object. */
export function copySent(write: Write): void {
  write.object = copyWithNotes(write.sent);
}

/** Gives the object the version of the stored one. */
export function takeVersion({ object, beforeEntry }: Write): void {
  object.metadata.resourceVersion = String(beforeEntry.revision);
}

/** Keeps the old times in the managed fields that hooks changed: validating ones can then detect if anything else has changed. */
export function keepTimes({ isReplaced, object, before }: Write): void {
  if (isReplaced) keepOldTimes(object, before);
}

/**
 * Keeps the old times if nothing else differs: such a write changes nothing
 * (apiserver/pkg/endpoints/handlers/fieldmanager/equality.go, IgnoreManagedFieldsTimestampsTransformer).
 */
function keepOldTimes(object: KubeObject, old: KubeObject): void {
  if (onlyTimesDiffer(object, old)) object.metadata.managedFields = old.metadata.managedFields ?? [];
}

function onlyTimesDiffer(object: KubeObject, old: KubeObject): boolean {
  const [now, before] = [object.metadata.managedFields ?? [], old.metadata.managedFields ?? []];
  if (now.length !== before.length || now.length === 0) return false;
  const same = now.every((entry, i) => equal({ ...entry, time: null }, { ...before[i], time: null }));
  return same && equal(withoutManagedFields(object), withoutManagedFields(old));
}

/** Brings the object into the form in which it is stored, and decides the end of the update. */
export function compare(write: Write): void {
  const { target, strategy, object, options, before, beforeEntry: entry } = write;
  const { resource } = target;
  const stored = objectOf(entry);
  object.metadata.resourceVersion = String(entry.revision);
  const isLast = removesItself(object, stored);
  // An object that is no longer stored is returned as it was written.
  if (!isLast || !resource.custom) strategy.prepareForStorage?.(object, target.kind.version);
  if (!isLast) dropEmptyLists(resource, object);
  const hidden = hiddenIn(resource, object);
  write.hidden = hidden;
  if (!hidden.isUnread || !resource.custom) keepOldTimes(object, before);
  // Only the stored object loses it (storage/api_object_versioner.go, PrepareObjectForStorage).
  if (!options.dryRun && !isLast) delete object.metadata.selfLink;
  const isAsRead =
    !isLast && !hidden.isUnread && equal(object, before) && isStoredAlike(resource, object, before);
  const isAsStored =
    isAsRead && !hiddenOf(entry.document).isUnread && (before === stored || equal(object, stored));
  write.outcome = updateOutcome({
    dryRun: options.dryRun,
    isLast,
    isAsRead,
    isAsStored,
    isOutdated: isAsStored && write.server.storage.isOutdated?.(entry) === true,
    isNewest: write.isNewest,
  });
}

/** Brings a large object into its order ahead of the write, and refuses one that is too large. */
export function arrangeAhead(write: Write): void | Promise<void> {
  const { context, target, object, key, entry, outcome } = write;
  if (!context.isLarge || outcome !== "stored") return;
  return arrangeLarge(context, target.resource, object, { key, revision: entry?.revision ?? 0 }).then(
    (arranged) => {
      write.arranged = arranged;
    },
  );
}

/** Does what the end of the update is. */
export function endUpdate(write: Write): void | Promise<void> {
  switch (write.outcome) {
    case "unchanged":
      return showStored(write, write.beforeEntry);
    case "removed":
      return remove(write);
    case "dry":
      write.result = arrangedDocument(write.target.resource.hub, shown(write));
      return;
    case "stored":
      return replace(write);
    default:
      return;
  }
}

/** Only the client receives the object without its finalizers. */
async function remove(write: Write): Promise<void> {
  const { server, target, options, beforeEntry } = write;
  write.result = lastState(write);
  if (!options.dryRun && (await removeStored(server, target, beforeEntry)) === "lost") write.outcome = "lost";
}

async function replace(write: Write): Promise<void> {
  const { server, target, object, arranged, beforeEntry } = write;
  const result = await server.storage.update(
    beforeEntry.key,
    beforeEntry.revision,
    (revision) => seal(object, revision, target.resource.hub, arranged),
    { ttlSeconds: server.ttlSeconds(target.resource) },
  );
  if (result.kind === "conflict") write.outcome = "lost";
  else await showWritten(write, result.entry);
}

/** Returns the object of a dry run as a read would return it. */
function shown({ target: { resource, subresource }, object }: Write): KubeObject {
  const { strategy } = resource;
  if (subresource !== undefined && strategy.completesAnswersOnly === true) return object;
  return strategy.completeStored?.(object) ?? object;
}

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
function lastState({ target, object, beforeEntry }: Write): Stored {
  const metadata = { ...object.metadata, resourceVersion: String(beforeEntry.revision) };
  const last = { ...object, metadata };
  keepNotes(object, last);
  return arrangedDocument(target.resource.hub, last);
}
