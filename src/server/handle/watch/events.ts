import type { Json } from "../../../api/json.ts";
import type { Document } from "../../../json/document.ts";

export type EventType = "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";

/** Watchers who see the same share one event. */
export interface WatchEvent {
  readonly type: EventType;
  /** In the version of the request. */
  readonly document: Document<Json>;
}
