import type { ServerRequest, ServerResponse } from "../../api/exchange/exchange.ts";
import { asksForWebSocket } from "../../api/exchange/web-socket.ts";
import { objectIn } from "../../api/object/document.ts";
import { expired, plainError, StatusError, verbNotSupported } from "../../api/status.ts";
import { timerMs } from "../../async/timer-ms.ts";
import { messageOf } from "../../report/describe-error.ts";
import type { Change, Interest, StorageError, Watch, WatchListener } from "../../storage/storage.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { type Accepted, negotiateAnswer } from "../respond/negotiate.ts";
import { type IncludeObject, parseIncludeObject } from "../respond/table.ts";
import { notCached } from "./list.ts";
import { type ListOptions, parseListOptions } from "./read/list-options.ts";
import type { Reads } from "./read/reads.ts";
import { parseResourceVersion, untilKnown } from "./read/resource-version.ts";
import { type Selection, selectionOf } from "./read/selection.ts";
import { textFilter } from "./read/text-filter.ts";
import { groupResource, storagePrefix, storedDocument, type Target } from "./target.ts";
import { answerDocument, entriesReady, lasting, lastingChange, mayWait } from "./versions.ts";
import { bookmark } from "./watch/bookmark.ts";
import { errorEvent, eventEncoder } from "./watch/encode-event.ts";
import { EncodedEvents } from "./watch/encoded-events.ts";
import type { WatchEvent } from "./watch/events.ts";
import { InOrder } from "./watch/in-order.ts";
import { interestOf } from "./watch/interest.ts";
import { Queue } from "./watch/queue.ts";
import type { Watches } from "./watch/watches.ts";

const BOOKMARK_EVERY_MS = 60_000;

/** State of one watch, after its options were checked. */
interface Watching {
  readonly watches: Watches;
  readonly target: Target;
  readonly selection: Selection;
  readonly options: ListOptions;
  readonly queue: Queue<WatchEvent>;
}

/**
 * Answers the GET with `?watch`: a stream of JSON lines, or a WebSocket with a message for each event
 * (apiserver/pkg/endpoints/handlers/watch.go, serveWatchHandler).
 */
export async function watch(watches: Watches, context: RequestContext, target: Target): Promise<Answer> {
  const { request } = context;
  const options = parseListOptions(request.query, watches.features.isOn("WatchList"));
  const selection = selectionOf(target.kind, options.selectors, target.name);
  if (!target.resource.verbs.includes("watch")) throw verbNotSupported(groupResource(target), "watch");
  const revision = parseResourceVersion(options.resourceVersion, "other");
  const accepted = context.accepted ?? negotiateAnswer("");
  const include = includeOf(accepted, request);
  const encodeEvent = eventEncoder(target, accepted, include, watches.now);
  const queue = new Queue<WatchEvent>(
    ({ document }) => document.bytes.byteLength,
    (wake) => watches.rounds.add(wake),
  );
  queue.whenEnded(watches.views.onResourceGone(target.resource, () => queue.end()));
  queue.whenEnded(limitLifetime(queue, options, watches.minRequestTimeoutSeconds));
  queue.whenEnded(watches.countWatch(context.info));
  if (!isOfOneNode(context, selection)) queue.whenEnded(watches.watchBegins(context.info));
  if (isOver(options)) queue.end();
  else await begin({ watches, target, selection, options, queue }, revision);
  const isWebSocket = asksForWebSocket(request.headers);
  const encode = watches.watchEvents.encoder(target, accepted, encodeEvent, isWebSocket);
  const body = new EncodedEvents(queue, encode, (bytes) => context.budget.sentTurn(context, bytes));
  const response = isWebSocket
    ? { status: 101, headers: {}, body, ...messages(accepted) }
    : { status: 200, headers: { "content-type": streamType(accepted) }, body };
  return { kind: "raw", response };
}

/**
 * Returns the type of WebSocket messages: text for JSON, binary for protobuf
 * (apiserver/pkg/endpoints/handlers/watch.go, `HandleWS`).
 */
const messages = ({ encoding }: Accepted): Pick<ServerResponse, "messagesAre"> =>
  encoding === "protobuf" ? {} : { messagesAre: "texts" };

/**
 * True for a watch of one node's pods: writes of other nodes' pods cost it nothing
 * (apiserver/pkg/util/flowcontrol/watch_tracker.go).
 */
const isOfOneNode = ({ info }: RequestContext, { pins }: Selection): boolean =>
  info.resource === "pods" &&
  pins.some(({ place, value }) => (place === "spec.nodeName" || place === "spec.host") && value !== "");

/** Returns `?includeObject=`, which only Tables use. */
const includeOf = ({ transform }: Accepted, { query }: ServerRequest): IncludeObject =>
  transform?.kind === "Table" ? parseIncludeObject(query.get("includeObject")) : "Metadata";

const streamType = ({ encoding }: Accepted): string =>
  encoding === "protobuf" ? "application/vnd.kubernetes.protobuf;stream=watch" : "application/json";

/** True if the watch has ended before its start. */
const isOver = ({ timeoutSeconds = 0 }: ListOptions): boolean => timeoutSeconds < 0;

/**
 * Ends a watch after its timeout. Without a requested one it is random between `minimum` and twice as many
 * seconds, so that clients do not all reconnect at once. With a minimum of 0 there is no limit.
 */
function limitLifetime(
  queue: Queue<WatchEvent>,
  { timeoutSeconds }: ListOptions,
  minimum: number,
): () => void {
  // Whole seconds: Node has a list of timers for each duration.
  const seconds = timeoutSeconds || Math.ceil(minimum * (1 + Math.random()));
  if (seconds === 0) return () => {};
  const timer = setTimeout(() => queue.end(), timerMs(seconds * 1000));
  return () => clearTimeout(timer);
}

/**
 * Sends the initial events (if the client wants them), then all events after the revision at which they were
 * read.
 */
async function begin(watching: Watching, revision: number | undefined): Promise<void> {
  const { watches, options, queue } = watching;
  const initial = options.sendInitialEvents ?? (revision === undefined || revision === 0);
  if (
    initial &&
    revision !== undefined &&
    revision > watches.storage.revision &&
    options.sendInitialEvents === true
  ) {
    try {
      await untilKnown(watching.target.resource)(watches.storage, revision);
    } catch (error) {
      queue.push(errorEvent((error as StatusError).status));
      queue.end();
      return;
    }
  }
  if (!initial) await assertCached(watching);
  const from = initial
    ? await sendInitial(watching, revision === undefined)
    : revision || watches.storage.revision;
  const { target } = watching;
  const prefix = storagePrefix(target.resource, target.namespace);
  const subscription = watches.storage.watch(prefix, from, new Delivery(watching, from));
  queue.whenEnded(() => subscription.close());
  if (options.allowWatchBookmarks) queue.whenEnded(keepBookmarking(subscription));
}

async function sendInitial(
  { watches, target, selection, options, queue }: Watching,
  newest: boolean,
): Promise<number> {
  const prefix = storagePrefix(target.resource, target.namespace);
  const { entries: stored, revision } = newest
    ? await watches.storage.list(prefix)
    : watches.storage.listCached(prefix);
  const entries = lasting(target, stored);
  await entriesReady(target, entries);
  const events: WatchEvent[] = [];
  const mayMatch = textFilter(target, selection);
  try {
    for (const entry of entries) {
      if (!mayMatch(entry.document)) continue;
      const document = answerDocument(target, storedDocument(target.resource, entry));
      if (selection.everything || selection.matches(objectIn(document)))
        events.push(watches.watchEvents.initialEvent(document));
    }
  } catch (error) {
    throw await notCached(watches, target, error);
  }
  if (options.sendInitialEvents === true && options.allowWatchBookmarks)
    events.push(bookmark(target, revision, true));
  queue.fill(events);
  return revision;
}

/**
 * Refuses a watch of objects that a webhook should convert and does not: the reference has no cache then. Looks at one object, because
 * a webhook that fails does so for all of them.
 */
async function assertCached({ watches, target }: Watching): Promise<void> {
  if (!mayWait(target)) return;
  const { entries } = watches.storage.listCached(storagePrefix(target.resource, ""), { limit: 1 });
  const first = lasting(target, entries);
  await entriesReady(target, first);
  try {
    for (const entry of first) answerDocument(target, storedDocument(target.resource, entry));
  } catch (error) {
    throw await notCached(watches, target, error);
  }
}

/** Listener of one watch: puts the events of changes into its queue. */
class Delivery implements WatchListener {
  readonly interest?: Interest;
  readonly #watching: Watching;
  readonly #from: number;
  /** Undefined if no change has to wait. */
  readonly #inOrder: InOrder | undefined;

  constructor(watching: Watching, from: number) {
    const { target, selection, queue } = watching;
    const interest = interestOf(target, selection);
    if (interest !== undefined) this.interest = interest;
    this.#watching = watching;
    this.#from = from;
    if (!mayWait(target)) return;
    this.#inOrder = new InOrder((error) => {
      // The reference's cache reads its events, and ends the watches if one cannot be converted (storage/cacher/cacher.go).
      if (!(error instanceof StatusError)) queue.push(errorEvent(plainError(messageOf(error)).status));
      queue.end();
    });
  }

  change(stored: Change): void {
    if (this.#inOrder === undefined) this.#push(stored);
    else this.#pushInOrder(lastingChange(stored), this.#inOrder);
  }

  progress(revision: number): void {
    const { target, queue } = this.#watching;
    const push = (): void => queue.push(bookmark(target, revision, false));
    if (this.#inOrder === undefined) push();
    else this.#inOrder.add(() => undefined, push);
  }

  closed(error: StorageError): void {
    const { watches, queue } = this.#watching;
    if (error.code === "Compacted") queue.push(errorEvent(tooOld(this.#from, watches, error).status));
    queue.end();
  }

  #pushInOrder(change: Change, inOrder: InOrder): void {
    const { entry, previous } = change;
    const entries = previous === undefined ? [entry] : [entry, previous];
    inOrder.add(
      () => entriesReady(this.#watching.target, entries),
      () => this.#push(change),
    );
  }

  #push(change: Change): void {
    const { watches, target, selection, queue } = this.#watching;
    const event = watches.watchEvents.eventOf(target, selection, change);
    if (event !== undefined) queue.push(event);
  }
}

const tooOld = (from: number, reads: Reads, cause: StorageError): StatusError => {
  const { status } = expired(`too old resource version: ${from} (${reads.storage.compacted})`);
  return new StatusError({ ...status }, { cause });
};

function keepBookmarking(subscription: Watch): () => void {
  const timer = setInterval(() => subscription.requestProgress?.(), BOOKMARK_EVERY_MS);
  return () => clearInterval(timer);
}
