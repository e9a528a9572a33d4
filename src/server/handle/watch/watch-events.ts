import type { Json } from "../../../api/json.ts";
import type { Document } from "../../../json/document.ts";
import type { Change } from "../../../storage/storage.ts";
import type { Accepted } from "../../respond/negotiate.ts";
import type { Selection } from "../read/selection.ts";
import type { Target } from "../target.ts";
import type { EncodeBatch } from "./encode-batch.ts";
import type { EncodeEvent } from "./encode-event.ts";
import type { WatchEvent } from "./events.ts";

/** What the watchers of a server share. */
export interface WatchEvents {
  /**
   * What a change is to one watcher: an object that leaves the selection is deleted for him
   * (apiserver/pkg/storage/cacher/cache_watcher.go, convertToWatchEvent). Undefined when it does not concern him.
   * Where a webhook converts: after `entriesReady`.
   */
  eventOf(target: Target, selection: Selection, change: Change): WatchEvent | undefined;
  /** An object that was there when the watch began: one event for all who begin at about the same time. */
  initialEvent(document: Document<Json>): WatchEvent;
  /**
   * `encode` for one watcher, and with one result for all others who take the same form. `asMessages`: for WebSockets.
   */
  encoder(target: Target, accepted: Accepted, encode: EncodeEvent, asMessages: boolean): EncodeBatch;
}
