import type { ServerRequest, ServerResponse } from "../../api/exchange/exchange.ts";
import { asksForWebSocket } from "../../api/exchange/web-socket.ts";
import { objectIn } from "../../api/object/document.ts";
import { type StatusError, verbNotSupported } from "../../api/status.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { type Accepted, negotiateAnswer } from "../respond/negotiate.ts";
import { type IncludeObject, parseIncludeObject } from "../respond/table.ts";
import { notCached } from "./list.ts";
import { type ListOptions, parseListOptions } from "./read/list-options.ts";
import { parseResourceVersion, untilKnown } from "./read/resource-version.ts";
import { selectionOf } from "./read/selection.ts";
import { textFilter } from "./read/text-filter.ts";
import { groupResource, storagePrefix, storedDocument, type Target } from "./target.ts";
import { answerDocument, entriesReady, lasting, mayWait } from "./versions.ts";
import { bookmark } from "./watch/bookmark.ts";
import { errorEvent, eventEncoder } from "./watch/encode-event.ts";
import { EncodedEvents, type Pace } from "./watch/encoded-events.ts";
import type { WatchEvent } from "./watch/events.ts";
import { OpenWatch, type Watches } from "./watch/open-watch.ts";
import type { Queue } from "./watch/queue.ts";

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
  const open = new OpenWatch(watches, target, selection);
  const { queue } = open;
  open.begins(context.info, lifetime(options, watches.minRequestTimeoutSeconds));
  try {
    if (isOver(options)) queue.end();
    else await begin(open, options, revision);
  } catch (error) {
    queue.end();
    throw error;
  }
  const isWebSocket = asksForWebSocket(request.headers);
  const encode = watches.watchEvents.encoder(target, accepted, encodeEvent, isWebSocket);
  const body = new EncodedEvents(queue, encode, paceOf(context, queue));
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

/** Returns `?includeObject=`, which only Tables use. */
const includeOf = ({ transform }: Accepted, { query }: ServerRequest): IncludeObject =>
  transform?.kind === "Table" ? parseIncludeObject(query.get("includeObject")) : "Metadata";

const streamType = ({ encoding }: Accepted): string =>
  encoding === "protobuf" ? "application/vnd.kubernetes.protobuf;stream=watch" : "application/json";

/** True if the watch has ended before its start. */
const isOver = ({ timeoutSeconds = 0 }: ListOptions): boolean => timeoutSeconds < 0;

/**
 * Returns the seconds after which a watch ends; 0: there is no limit. Without a requested timeout they are random
 * between `minimum` and twice as many, so that clients do not all reconnect at once. They are whole, because Node
 * has a list of timers for each duration.
 */
const lifetime = ({ timeoutSeconds }: ListOptions, minimum: number): number =>
  timeoutSeconds || Math.ceil(minimum * (1 + Math.random()));

/** Initial events may be as long as a list: other requests are given turns between them. */
function paceOf(context: RequestContext, queue: Queue<WatchEvent>): Pace | undefined {
  if (queue.filled === 0) return undefined;
  return (bytes) => context.budget.sentTurn(context, bytes);
}

/** Sends the initial events if the client wants them, then all events after their revision. */
async function begin(open: OpenWatch, options: ListOptions, revision: number | undefined): Promise<void> {
  const { watches, target, queue } = open;
  const initial = options.sendInitialEvents ?? (revision === undefined || revision === 0);
  if (
    initial &&
    revision !== undefined &&
    revision > watches.storage.revision &&
    options.sendInitialEvents === true
  ) {
    try {
      await untilKnown(target.resource)(watches.storage, revision);
    } catch (error) {
      queue.push(errorEvent((error as StatusError).status));
      queue.end();
      return;
    }
  }
  if (!initial) await assertCached(open);
  const from = initial
    ? await sendInitial(open, options, revision === undefined)
    : revision || watches.storage.revision;
  open.listen(from, options.allowWatchBookmarks);
}

async function sendInitial(
  { watches, target, selection, queue }: OpenWatch,
  options: ListOptions,
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
async function assertCached({ watches, target }: OpenWatch): Promise<void> {
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
