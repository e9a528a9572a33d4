import type { Json } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { Document } from "../../../json/document.ts";
import type { Change, Entry } from "../../../storage/storage.ts";
import { answerDocument } from "../create.ts";
import type { Selection } from "../read/selection.ts";
import { storedDocument, type Target } from "../target.ts";

export type EventType = "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";

export interface WatchEvent {
  readonly type: EventType;
  /** In the version of the request. */
  readonly document: Document<Json>;
}

/** What a change of the store is to one watcher: an object that leaves the selection is deleted for him (api-surface A.8). */
export function eventOf(target: Target, selection: Selection, change: Change): WatchEvent | undefined {
  const document = answerDocument(target, storedDocument(target.resource, change.entry));
  if (selection.everything) return { type: PLAIN[change.type], document };
  const is = change.type !== "deleted" && selection.matches(document.value);
  const was = change.previous !== undefined && selection.matches(asRequested(target, change.previous));
  if (is) return { type: was ? "MODIFIED" : "ADDED", document };
  if (!was) return undefined;
  return { type: "DELETED", document: change.type === "deleted" ? document : leaving(target, change) };
}

const PLAIN = { created: "ADDED", updated: "MODIFIED", deleted: "DELETED" } as const;

const asRequested = (target: Target, entry: Entry): KubeObject =>
  answerDocument(target, storedDocument(target.resource, entry)).value;

/** As it was, with the revision of the change. */
function leaving(target: Target, change: Change): Document<Json> {
  const previous = asRequested(target, change.previous ?? change.entry);
  const metadata = { ...previous.metadata, resourceVersion: String(change.revision) };
  return new Document<Json>({ ...previous, metadata });
}
