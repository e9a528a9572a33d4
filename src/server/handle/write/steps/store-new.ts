import type { KubeObject } from "../../../../api/meta.ts";
import { objectIn } from "../../../../api/object/document.ts";
import { copyWithNotes } from "../../../../api/object/notes.ts";
import { alreadyExists, internalError, plainError, StatusError } from "../../../../api/status.ts";
import { formatTime } from "../../../../api/time.ts";
import { dropEmptyLists } from "../../../../resources/machine/empty-lists.ts";
import { generateName } from "../../../../resources/machine/object-meta/generate-name.ts";
import { objectOf } from "../../../../storage/object-of.ts";
import type { WriteResult } from "../../../../storage/storage.ts";
import { groupResource, storageKey, type Target } from "../../target.ts";
import { hiddenIn } from "../hidden.ts";
import { arrangedDocument, seal } from "../seal.ts";
import { createWhile, terminatingDefinition } from "../store/create-while.ts";
import { assertVersion } from "./check-stored.ts";
import { checkDeadline } from "./rules.ts";
import { showWritten } from "./show-written.ts";
import type { Write } from "./write.ts";

/** Refuses a new custom resource whose definition is being deleted. */
export function refuseTerminatingDefinition({ server, context, target, object }: Write): void {
  if (!target.resource.custom || !server.views.isTerminating(target.resource)) return;
  throw terminatingDefinition(target, context.info.name || (object.metadata.name ?? ""));
}

/** Sets uid and time of a new object. */
export function fillSystemFields({ server, object: { metadata } }: Write): void {
  metadata.uid = server.uid();
  metadata.creationTimestamp = formatTime(server.now());
}

/** Checks the version of an object that an update creates, and its name, which admission may have removed. */
export function checkCreatedByUpdate({ object: { metadata } }: Write): void {
  assertVersion(metadata.resourceVersion ?? "");
  // Names are generated for creates only.
  if ((metadata.name ?? "") === "" && (metadata.generateName ?? "") !== "")
    throw internalError("metadata.name was not generated");
}

/** Brings a new object into the form in which it is stored. */
export function formNew(write: Write): void {
  const { target, object, options, createsByUpdate, strategy } = write;
  // Only the stored object loses it (storage/api_object_versioner.go, PrepareObjectForStorage).
  if (!options.dryRun) delete object.metadata.selfLink;
  if (!options.dryRun && createsByUpdate) delete object.metadata.resourceVersion;
  strategy.prepareForStorage?.(object, target.kind.version);
  dropEmptyLists(target.resource, object);
  write.hidden = hiddenIn(target.resource, object);
  write.key = storageKey(target.resource, target.namespace, nameOf(write));
  write.outcome = options.dryRun ? "dry" : "stored";
  if (!options.dryRun) refuseVersion(object);
}

/** Stores the new object, or shows it after a dry run. Throws 409 if there is one of that name. */
export function insert(write: Write): void | Promise<void> {
  if (write.outcome === "dry") return tryToInsert(write);
  const { server, target, object, arranged, key } = write;
  const ttlSeconds = server.ttlSeconds(target.resource);
  return createWhile(server, target, nameOf(write), (held) => {
    // Another attempt follows a read of the store, which takes time.
    checkDeadline(write);
    return server.storage.create(key, (revision) => seal(object, revision, target.resource.hub, arranged), {
      while: held,
      ttlSeconds,
    });
  }).then((result) => takeResult(write, result));
}

function takeResult(write: Write, result: WriteResult): void | Promise<void> {
  if (result.kind === "conflict") throw exists(write, objectIn(result.current?.document));
  return showWritten(write, result.entry);
}

async function tryToInsert(write: Write): Promise<void> {
  const { server, target, object, key } = write;
  const current = await server.storage.get(key);
  if (current !== undefined) throw exists(write, objectOf(current));
  const { hub, strategy } = target.resource;
  write.result = arrangedDocument(hub, strategy.completeStored?.(object) ?? object);
}

/** The name in the URL of an update, even if admission has changed the object's. */
const nameOf = ({ createsByUpdate, target, object }: Write): string =>
  createsByUpdate ? target.name : (object.metadata.name ?? "");

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
function exists(write: Write, current: KubeObject | undefined): StatusError {
  const { target, object } = write;
  const name = nameOf(write);
  const { status } =
    (object.metadata.generateName ?? "") === ""
      ? alreadyExists(groupResource(target), name)
      : nameTaken(target, name);
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

const NAME_ATTEMPTS = 8;

/**
 * Stores a new object under its name. If it has only a prefix of a name, stores it under a generated one; at a name that is
 * taken, eight times (apiserver/pkg/registry/generic/registry/store.go, Create).
 */
export function underGeneratedName(write: Write, store: () => void | Promise<void>): void | Promise<void> {
  const { metadata } = write.object;
  if ((metadata.name ?? "") !== "" || (metadata.generateName ?? "") === "") return store();
  if (!write.target.resource.strategy.namesAsAsked) return generateNames(write, store);
  metadata.name = metadata.generateName ?? "";
  return store();
}

async function generateNames(write: Write, store: () => void | Promise<void>): Promise<void> {
  const { object, server } = write;
  for (let i = 1; ; i++) {
    write.object = copyWithNotes(object);
    write.object.metadata.name = generateName(object.metadata.generateName ?? "", server.random);
    try {
      return await store();
    } catch (error) {
      if (!(error instanceof StatusError) || error.reason !== "AlreadyExists" || i === NAME_ATTEMPTS)
        throw error;
    }
  }
}
