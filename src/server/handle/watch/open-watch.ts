import { expired, plainError, StatusError } from "../../../api/status.ts";
import { timerMs } from "../../../async/timer-ms.ts";
import { messageOf } from "../../../report/describe-error.ts";
import type { Change, Interest, StorageError, Watch, WatchListener } from "../../../storage/storage.ts";
import type { RequestInfo } from "../../accept/request-info.ts";
import type { Views } from "../../admit/views/views.ts";
import type { Clock } from "../../clock.ts";
import type { Reads } from "../read/reads.ts";
import type { Selection } from "../read/selection.ts";
import { storagePrefix, type Target } from "../target.ts";
import { entriesReady, lastingChange, mayWait } from "../versions.ts";
import { bookmark } from "./bookmark.ts";
import { errorEvent } from "./encode-event.ts";
import type { WatchEvent } from "./events.ts";
import { InOrder } from "./in-order.ts";
import { interestOf } from "./interest.ts";
import { Queue } from "./queue.ts";
import type { Rounds } from "./rounds.ts";
import type { SharedEvents } from "./shared-events.ts";

/** Dependencies of watches. */
export interface Watches extends Reads, Clock {
  readonly views: Views;
  readonly watchEvents: SharedEvents;
  /** Shortest lifetime of a watch without a requested one, in seconds. */
  readonly minRequestTimeoutSeconds: number;
  /** Schedules the wake-up of readers. */
  readonly rounds: Rounds;
  /** Called for each watch; returns the function to call at its end. */
  watchBegins(info: RequestInfo): () => void;
  /** Counts the watch for `/metrics`; returns the function to call at its end. */
  countWatch(info: RequestInfo): () => void;
}

const BOOKMARK_EVERY_MS = 60_000;

/**
 * One watch: puts the events of changes into its queue, and releases what it has when the queue ends. A class, and not
 * closures: a server has thousands of idle watches.
 */
export class OpenWatch implements WatchListener {
  readonly watches: Watches;
  readonly target: Target;
  readonly selection: Selection;
  readonly queue: Queue<WatchEvent>;
  readonly interest?: Interest;
  /** Undefined if no change has to wait. */
  readonly #inOrder: InOrder | undefined;
  #from = 0;
  #subscription: Watch | undefined;
  #lifetime: NodeJS.Timeout | undefined;
  #bookmarks: NodeJS.Timeout | undefined;
  /** Called when the queue ends. */
  #endings: readonly (() => void)[] = [];

  constructor(watches: Watches, target: Target, selection: Selection) {
    this.watches = watches;
    this.target = target;
    this.selection = selection;
    this.queue = new Queue<WatchEvent>(this, bytesOf, watches.rounds);
    const interest = interestOf(target, selection);
    if (interest !== undefined) this.interest = interest;
    if (mayWait(target)) this.#inOrder = new InOrder((error) => this.#fail(error));
  }

  /** Counts the watch, and ends it after `seconds` (0: never) or when its resource is no longer served. */
  begins(info: RequestInfo, seconds: number): void {
    const { watches, target, selection, queue } = this;
    const gone = watches.views.onResourceGone(target.resource, () => queue.end());
    const counted = watches.countWatch(info);
    this.#endings = isOfOneNode(info, selection)
      ? [gone, counted]
      : [gone, counted, watches.watchBegins(info)];
    if (seconds > 0) this.#lifetime = setTimeout(end, timerMs(seconds * 1000), queue);
  }

  /** Takes the changes after revision `from`. */
  listen(from: number, withBookmarks: boolean): void {
    const { watches, target, queue } = this;
    this.#from = from;
    const prefix = storagePrefix(target.resource, target.namespace);
    this.#subscription = watches.storage.watch(prefix, from, this);
    if (queue.hasEnded) this.#subscription.close();
    else if (withBookmarks)
      this.#bookmarks = setInterval(askForProgress, BOOKMARK_EVERY_MS, this.#subscription);
  }

  /** Called by the queue. */
  ended(): void {
    clearTimeout(this.#lifetime);
    clearInterval(this.#bookmarks);
    this.#subscription?.close();
    for (const ending of this.#endings) ending();
  }

  change(stored: Change): void {
    if (this.#inOrder === undefined) this.#push(stored);
    else this.#pushInOrder(lastingChange(stored), this.#inOrder);
  }

  progress(revision: number): void {
    const push = (): void => this.queue.push(bookmark(this.target, revision, false));
    if (this.#inOrder === undefined) push();
    else this.#inOrder.add(() => undefined, push);
  }

  closed(error: StorageError): void {
    if (error.code === "Compacted")
      this.queue.push(errorEvent(tooOld(this.#from, this.watches, error).status));
    this.queue.end();
  }

  #pushInOrder(change: Change, inOrder: InOrder): void {
    const { entry, previous } = change;
    const entries = previous === undefined ? [entry] : [entry, previous];
    inOrder.add(
      () => entriesReady(this.target, entries),
      () => this.#push(change),
    );
  }

  #push(change: Change): void {
    const event = this.watches.watchEvents.eventOf(this.target, this.selection, change);
    if (event !== undefined) this.queue.push(event);
  }

  /** The reference's cache reads its events, and ends the watches if one cannot be converted (storage/cacher/cacher.go). */
  #fail(error: unknown): void {
    if (!(error instanceof StatusError)) this.queue.push(errorEvent(plainError(messageOf(error)).status));
    this.queue.end();
  }
}

const bytesOf = ({ document }: WatchEvent): number => document.bytes.byteLength;

const end = (queue: Queue<WatchEvent>): void => queue.end();

const askForProgress = (subscription: Watch): void => subscription.requestProgress?.();

/**
 * True for a watch of one node's pods: writes of other nodes' pods cost it nothing
 * (apiserver/pkg/util/flowcontrol/watch_tracker.go).
 */
const isOfOneNode = ({ resource }: RequestInfo, { pins }: Selection): boolean =>
  resource === "pods" &&
  pins.some(({ place, value }) => (place === "spec.nodeName" || place === "spec.host") && value !== "");

const tooOld = (from: number, reads: Reads, cause: StorageError): StatusError => {
  const { status } = expired(`too old resource version: ${from} (${reads.storage.compacted})`);
  return new StatusError({ ...status }, { cause });
};
