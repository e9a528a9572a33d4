import type { Document } from "../../../api/object/document.ts";
import type { Json } from "../../../json/value.ts";
import type { Change } from "../../../storage/storage.ts";
import type { Accepted } from "../../respond/negotiate.ts";
import type { Selection } from "../read/selection.ts";
import type { Target } from "../target.ts";
import type { EncodeBatch } from "./encode-batch.ts";
import type { EncodeEvent } from "./encode-event.ts";
import type { WatchEvent } from "./events.ts";

/** Events and encoders that the watchers of a server share. */
export interface WatchEvents {
  /**
   * Returns the event of a change for one watcher: an object that leaves the selection is deleted
   * (apiserver/pkg/storage/cacher/cache_watcher.go, convertToWatchEvent). Undefined if the change is outside
   * the selection. If a webhook converts: after `entriesReady`.
   */
  eventOf(target: Target, selection: Selection, change: Change): WatchEvent | undefined;
  /**
   * Returns the event of an object that existed at the start of the watch: one event for all watches that
   * begin at about the same time.
   */
  initialEvent(document: Document<Json>): WatchEvent;
  /**
   * Returns the encoder of one watcher, whose result is shared by all others with the same form.
   * `asMessages`: for WebSockets.
   */
  encoder(target: Target, accepted: Accepted, encode: EncodeEvent, asMessages: boolean): EncodeBatch;
}
