import type { Document } from "../../../api/object/document.ts";
import type { Json } from "../../../json/value.ts";

/** Types of events. A bookmark has only a revision, an error a Status. */
export type EventType = "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";

/** Event that all watchers with the same view share. */
export interface WatchEvent {
  readonly type: EventType;
  /** Object in the version of the request. */
  readonly document: Document<Json>;
}
