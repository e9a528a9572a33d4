import type { Json } from "../../../api/json.ts";
import type { Document } from "../../../json/document.ts";

export type EventType = "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";

/** Event that all watchers with the same view share. */
export interface WatchEvent {
  readonly type: EventType;
  /** Object in the version of the request. */
  readonly document: Document<Json>;
}
