import type { KubeObject } from "../../api/meta.ts";
import { type Document, objectIn } from "../../api/object/document.ts";
import { badRequest, expired, StatusError } from "../../api/status.ts";
import type { Json } from "../../json/value.ts";
import { type Entry, type ListResult, StorageError } from "../../storage/storage.ts";
import type { RequestContext } from "../request-context.ts";
import type { ListAnswer, ListMeta } from "../respond/answer.ts";
import { type ContinueToken, decodeContinue, encodeContinue } from "./read/continue-token.ts";
import { type ListOptions, parseListOptions } from "./read/list-options.ts";
import type { Reads } from "./read/reads.ts";
import {
  assertKnown,
  isUncached,
  parseResourceVersion,
  tooLargeVersion,
  waitForRevision,
} from "./read/resource-version.ts";
import { pinnedName, type Selection, selectionOf } from "./read/selection.ts";
import { textFilter } from "./read/text-filter.ts";
import { UnreadableItems, UnreadableList, unfilledCache } from "./read/unreadable.ts";
import { groupResource, storagePrefix, storedDocument, type Target } from "./target.ts";
import { answerDocument, entriesReady, lasting, mayWait } from "./versions.ts";

/** Answers the GET of a collection (apiserver/pkg/endpoints/handlers/get.go, ListResource). */
export async function list(reads: Reads, context: RequestContext, target: Target): Promise<ListAnswer> {
  const options = parseListOptions(context.request.query);
  const selection = selectionOf(target.kind, options.selectors, target.name);
  return listAnswer(target, await readPage(reads, target, options, selection));
}

/** A list of objects as the response has it, with the kind of the list. */
export const listAnswer = ({ kind, resource }: Target, { items, metadata }: Page): ListAnswer => ({
  kind: "list",
  shownAs: kind,
  listKind: kind.listKind,
  items,
  metadata: resource.custom ? { continue: "", ...metadata } : metadata,
  typedItems: resource.custom,
});

/** Objects of one response of a list. */
export interface Page {
  /** Items in the version of the request. */
  readonly items: readonly Document<Json>[];
  readonly metadata: ListMeta;
}

/** Reads one page of a list at one revision. */
export async function readPage(
  reads: Reads,
  target: Target,
  options: ListOptions,
  selection: Selection,
): Promise<Page> {
  try {
    return await pageOf(reads, target, options, selection);
  } catch (error) {
    // The reference reads these from its store while its cache is not filled (storage/cacher/delegator.go).
    const isStoreRead = options.limit > 0 && selection.everything;
    if (isStoreRead || !(error instanceof UnreadableList)) throw error;
    throw await notCached(reads, target, error);
  }
}

const ALL = parseListOptions(new URLSearchParams({ limit: String(Number.MAX_SAFE_INTEGER) }));

/**
 * Returns the error of a list or watch of objects that cannot be read, for which the reference has a cache of all
 * namespaces. `error`: that of the objects.
 */
export async function notCached(reads: Reads, target: Target, error: unknown): Promise<unknown> {
  const everywhere = { ...target, namespace: "" };
  try {
    await pageOf(reads, everywhere, ALL, selectionOf(target.kind, ALL.selectors, ""));
    return error;
  } catch (failure) {
    return failure instanceof UnreadableList ? unfilledCache(failure) : failure;
  }
}

async function pageOf(
  reads: Reads,
  target: Target,
  options: ListOptions,
  selection: Selection,
): Promise<Page> {
  const prefix = storagePrefix(target.resource, target.namespace);
  const start = await startOf(reads, target, options);
  const limit = limitOf(target, options);
  const index =
    start.revision === undefined && start.after === undefined ? indexOf(target, selection) : undefined;
  const filter = { selection, mayMatch: textFilter(target, selection) };
  const chunk = index === undefined ? limit || chunkOf(target, selection) : 0;
  const named = namedIn(target, options, prefix);
  const items: Document<Json>[] = [];
  const unread = new UnreadableItems(reads, groupResource(target));
  let after = start.after === undefined ? undefined : prefix + start.after;
  for (;;) {
    const found = await readEntries(reads, prefix, { limit: chunk, ...start, after });
    const all = lasting(target, named === undefined ? found.entries : found.entries.filter(named));
    const ready = entriesReady(target, all);
    if (ready !== undefined) await ready;
    const entries = index === undefined ? all : all.filter(index);
    after = take(target, entries, filter, limit, { items, unread }) ?? entries.at(-1)?.key;
    const more = found.remaining > 0 || (after !== undefined && after !== entries.at(-1)?.key);
    if (!more || (limit > 0 && items.length >= limit)) {
      unread.assertNone();
      return {
        items,
        metadata: pageMeta(found, selection, more && limit > 0 ? after?.slice(prefix.length) : undefined),
      };
    }
    start.revision = found.revision;
  }
}

/**
 * Returns the number of objects per step of a selective list; 0: no steps. A selection can match few of very
 * many objects: the steps run in one turn of the event loop, and so at one revision; other requests may have
 * to wait for its end.
 */
const chunkOf = ({ resource }: Target, { everything }: Selection): number =>
  everything || resource.custom ? 0 : 1000;

/**
 * True if the list selects one name. Such a list reads that object alone: it has no pages, and reads an old
 * revision only with Exact (registry/generic/registry/store.go, ListPredicate; storage/etcd3/store.go,
 * GetList).
 */
const isOfOne = ({ resource, namespace }: Target, { continueToken, selectors }: ListOptions): boolean =>
  continueToken === "" && (!resource.namespaced || namespace !== "") && pinnedName(selectors) !== undefined;

/** Returns a filter for the one named object if a webhook converts, which is then called for it alone. */
function namedIn(
  target: Target,
  options: ListOptions,
  prefix: string,
): ((entry: Entry) => boolean) | undefined {
  if (!mayWait(target) || !isOfOne(target, options)) return undefined;
  const key = prefix + pinnedName(options.selectors);
  return (entry) => entry.key === key;
}

/**
 * Returns the page limit; 0: none. A cached list at revision 0 is returned in full, also with a token
 * (storage/cacher/cacher.go, computeListLimit).
 */
const limitOf = (target: Target, options: ListOptions): number =>
  isOfOne(target, options) || (options.resourceVersion === "0" && !isUncached(target.resource))
    ? 0
    : options.limit;

/** Returns the filter of an index; undefined: no index covers the selection. */
function indexOf(target: Target, { pins }: Selection): ((entry: Entry) => boolean) | undefined {
  const { indexedFields } = target.kind;
  const pin = pins.find(({ on, place }) => on === "field" && indexedFields?.includes(place));
  if (pin === undefined) return undefined;
  const objectOf = (entry: Entry): KubeObject =>
    objectIn(answerDocument(target, storedDocument(target.resource, entry)));
  return (entry) => pin.read(objectOf(entry)) === pin.value;
}

interface Filter {
  readonly selection: Selection;
  /** Tests the text of the stored object. */
  mayMatch(document: Document): boolean;
}

/** The objects of a page that have been read so far. */
interface Taken {
  readonly items: Document<Json>[];
  readonly unread: UnreadableItems;
}

/** Adds the selected objects; returns the key at which the page became full, if it did. */
function take(
  target: Target,
  entries: readonly Entry[],
  { selection, mayMatch }: Filter,
  limit: number,
  { items, unread }: Taken,
): string | undefined {
  for (const entry of entries) {
    if (!mayMatch(entry.document)) continue;
    let document: Document<Json>;
    try {
      document = answerDocument(target, storedDocument(target.resource, entry));
    } catch (error) {
      unread.add(entry, error);
      continue;
    }
    if (!selection.everything && !selection.matches(objectIn(document))) continue;
    items.push(document);
    if (limit > 0 && items.length >= limit) return entry.key;
  }
  return undefined;
}

function pageMeta(found: ListResult, selection: Selection, next: string | undefined): ListMeta {
  const metadata: ListMeta = { resourceVersion: String(found.revision) };
  if (next === undefined) return metadata;
  metadata.continue = encodeContinue({ revision: found.revision, after: next });
  if (selection.everything) metadata.remainingItemCount = found.remaining;
  return metadata;
}

interface Start {
  revision: number | undefined;
  readonly after: string | undefined;
  /** True if the cache of this server is recent enough. */
  readonly cached: boolean;
}

async function startOf(reads: Reads, target: Target, options: ListOptions): Promise<Start> {
  if (options.continueToken !== "") return continued(options, decodeContinue(options.continueToken));
  const revision = parseResourceVersion(options.resourceVersion, "list");
  if (revision === undefined) return { revision: undefined, after: undefined, cached: false };
  // For etcd, revision 0 is the newest one: `00` passes the check that refuses `0` with Exact.
  const { resourceVersionMatch: match, limit } = options;
  const asksExactly = revision > 0 && (match === "Exact" || (match === "" && limit > 0));
  const ofOne = isOfOne(target, options);
  const exact = asksExactly && (match === "Exact" || !ofOne);
  // The cache has no old revisions of a single object: etcd is read, without a wait
  // (Cacher.ShouldDelegateExactRV).
  if (isUncached(target.resource) || (ofOne && asksExactly)) await assertKnown(reads.storage, revision);
  else await waitForRevision(reads.storage, revision);
  return { revision: exact ? revision : undefined, after: undefined, cached: true };
}

function continued(options: ListOptions, token: ContinueToken): Start {
  if (options.resourceVersion !== "" && options.resourceVersion !== "0")
    throw badRequest("specifying resource version is not allowed when using continue");
  return { revision: token.revision < 0 ? undefined : token.revision, after: token.after, cached: false };
}

async function readEntries(
  reads: Reads,
  prefix: string,
  { revision, after, limit, cached }: Start & { readonly limit: number },
): Promise<ListResult> {
  const options = {
    limit,
    ...(revision === undefined ? {} : { revision }),
    ...(after === undefined ? {} : { after }),
  };
  try {
    return cached ? reads.storage.listCached(prefix, options) : await reads.storage.list(prefix, options);
  } catch (error) {
    if (error instanceof StorageError && error.code === "Compacted")
      throw after === undefined
        ? expired("The resourceVersion for the provided list is too old.")
        : expiredContinue(prefix, after);
    if (error instanceof StorageError && error.code === "FutureRevision")
      throw tooLargeVersion(revision ?? 0, reads.storage.revision);
    throw error;
  }
}

/**
 * Builds the 410 of an expired token. The client may start again, or continue with an inconsistent list: the
 * response contains the token for that.
 */
function expiredContinue(prefix: string, after: string): StatusError {
  const token = encodeContinue({ revision: -1, after: after.slice(prefix.length) });
  return new StatusError({
    message:
      "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.",
    reason: "Expired",
    metadata: { continue: token },
    code: 410,
  });
}
