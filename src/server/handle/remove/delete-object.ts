import { formatGroupVersion } from "../../../api/group-version.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { notFound, type StatusError } from "../../../api/status.ts";
import { equal } from "../../../json/equal.ts";
import { documentOf, objectOf } from "../../../storage/object-of.ts";
import type { Entry } from "../../../storage/storage.ts";
import type { RequestContext } from "../../request-context.ts";
import { assertReadable } from "../read/as-requested.ts";
import { groupResource, storageKey, type Target } from "../target.ts";
import { readLive, rewritten, seenOld } from "../versions.ts";
import { type Admits, admitted, beginAdmission } from "../write/admission.ts";
import { assertInTime } from "../write/assert-in-time.ts";
import { arrangedDocument, type Stored, seal } from "../write/seal.ts";
import { type Attempt, LOST, onNewest, unwritten, written } from "../write/store/on-newest.ts";
import { removeStored } from "../write/store/remove-stored.ts";
import { storeConflict } from "../write/store/unmet-precondition.ts";
import type { Writes } from "../write/writes.ts";
import { type DeleteOptions, reviewedOptions } from "./delete-options.ts";
import { type DeletionRules, deletionRulesOf } from "./deletion-rules.ts";
import { checkPreconditions } from "./preconditions.ts";

interface Removal {
  readonly stored: Stored;
  /** False: the object remains until finalizers, grace period or contents are gone. */
  readonly gone: boolean;
  /** Set if the response is the object although it is gone: a dry run ends before a Status is made. */
  readonly showsObject?: true;
  /** Set if the response is an empty object. */
  readonly emptied?: boolean;
}

interface RemovalInput {
  readonly target: Target;
  /** Name of the object. */
  readonly name: string;
  readonly options: DeleteOptions;
  /** True in a deletecollection: admission then has neither the name nor the options that the kind completed. */
  readonly ofCollection: boolean;
  /** False after an eviction, which was admitted as such: its deletion is not admitted again. */
  readonly admit: boolean;
}

/**
 * Deletes one object, with as many admission calls as in the reference
 * (apiserver/pkg/registry/generic/registry/store.go, Delete). 404 and 409 precede admission.
 */
export async function deleteObject(
  writes: Writes,
  context: RequestContext,
  input: RemovalInput,
): Promise<Removal> {
  const { target, options } = input;
  const key = storageKey(target.resource, target.namespace, input.name);
  const rules = deletionRulesOf(target.resource);
  if (!input.ofCollection) rules.refuse?.(input.name);
  const first = await onNewest(writes.storage, key, async (entry) => {
    if (entry === undefined) throw notFound(groupResource(target), input.name);
    await assertReadable(writes, target, entry);
    checkPreconditions(target, entry, options);
    return attempt(writes, context, input, entry, rules);
  });
  if (!("marked" in first)) return first;
  return onNewest(writes.storage, key, async (entry) =>
    entry === undefined
      ? unwritten({ stored: first.marked, gone: true })
      : remove(writes, context, first.input, entry),
  );
}

/** Object that was written with its mark and is to be removed now. */
interface Marked {
  readonly marked: Stored;
  readonly input: RemovalInput;
}

async function attempt(
  writes: Writes,
  context: RequestContext,
  asked: RemovalInput,
  entry: Entry,
  rules: DeletionRules,
): Promise<Attempt<Removal | Marked>> {
  const { target } = asked;
  const { value: old } = await readLive(target.resource, entry);
  const marking = rules.mark(target.resource.strategy, old, asked.options, writes.now());
  if (marking.kind === "pending") return unwritten({ stored: documentOf(entry), gone: false });
  const input = { ...asked, options: marking.options };
  const shown = asked.ofCollection ? asked : input;
  if (marking.kind === "remove") return remove(writes, context, shown, entry);
  await admit(writes, context, shown, entry);
  const { afterwards } = marking;
  const object = await rewritten(target, marking.object);
  if (input.options.dryRun)
    return unwritten({
      stored:
        afterwards === "removeUnwritten"
          ? emptyObject(target)
          : arrangedDocument(target.resource.hub, object),
      gone: afterwards !== "wait",
      showsObject: true,
      emptied: afterwards === "removeUnwritten",
    });
  if (afterwards === "removeUnwritten") {
    if (asked.options.resourceVersion !== undefined) throw forgottenVersion(target, entry);
    return remove(writes, context, shown, entry);
  }
  const marked = await write(writes, context, target, entry, object);
  if (marked === "lost") return LOST;
  const stored = documentOf(marked);
  if (afterwards === "remove") return written({ marked: stored, input: shown });
  return marked === entry ? unwritten({ stored, gone: false }) : written({ stored, gone: false });
}

/**
 * Builds the conflict of a named version. The reference takes the client's version from the object that it
 * wrote first; if it wrote none, no object has that version (registry/generic/registry/store.go, Delete).
 */
function forgottenVersion(target: Target, entry: Entry): StatusError {
  const wanted = { resource: groupResource(target), key: entry.key, dryRun: false };
  return storeConflict(objectOf(entry).metadata, wanted, "ResourceVersion");
}

/** Builds the empty object with which the reference answers a dry run of a removal without a prior write. */
function emptyObject({ resource: { hub, strategy } }: Target): Stored {
  const object = hub.decode({ apiVersion: formatGroupVersion(hub), kind: hub.kind });
  strategy.fillEmptied?.(object);
  return arrangedDocument(hub, object);
}

/** Writes the mark. A deletion that has already begun changes nothing. */
async function write(
  writes: Writes,
  context: RequestContext,
  target: Target,
  entry: Entry,
  object: KubeObject,
): Promise<Entry | "lost"> {
  if (equal(object, entry.document.value)) return entry;
  assertInTime(writes, context);
  const result = await writes.storage.update(entry.key, entry.revision, (revision) =>
    seal(object, revision, target.resource.hub),
  );
  if (result.kind === "conflict") return "lost";
  await writes.views.seen(target.resource, result.entry.revision);
  return result.entry;
}

async function remove(
  writes: Writes,
  context: RequestContext,
  input: RemovalInput,
  entry: Entry,
): Promise<Attempt<Removal>> {
  await admit(writes, context, input, entry);
  const stored = documentOf(entry);
  if (input.options.dryRun) return unwritten({ stored, gone: true });
  assertInTime(writes, context);
  const removed = await removeStored(writes, input.target, entry);
  return removed === "lost" ? LOST : written({ stored: documentOf(removed), gone: true });
}

/** Runs both admission phases on one evaluation: the object is null, the old object is the deleted one. */
async function admit(
  admits: Admits,
  context: RequestContext,
  input: RemovalInput,
  entry: Entry,
): Promise<void> {
  if (!input.admit) return;
  context.valueBytes += entry.document.bytes.byteLength;
  const admission = beginAdmission(admits, context, input.target, {
    operation: "DELETE",
    name: input.ofCollection ? "" : input.name,
    dryRun: input.options.dryRun,
    options: reviewedOptions(input.options),
    oldObject: await seenOld(input.target, (await readLive(input.target.resource, entry)).value),
  });
  admitted(context, admission, await admission.mutate(null));
  admitted(context, admission, await admission.validate(null));
}
