import type { KubeObject } from "../../../api/meta.ts";
import { Document } from "../../../api/object/document.ts";
import type { Json } from "../../../json/value.ts";
import type { KindDefinition } from "../../../resources/kind.ts";
import type { Change, Entry } from "../../../storage/storage.ts";
import type { Accepted } from "../../respond/negotiate.ts";
import type { Selection } from "../read/selection.ts";
import { storedDocument, type Target } from "../target.ts";
import { answerDocument } from "../versions.ts";
import { batchEncoder, type EncodeBatch, messageEncoder, sharedBatchEncoder } from "./encode-batch.ts";
import { type EncodeEvent, sharedForm } from "./encode-event.ts";
import type { EventType, WatchEvent } from "./events.ts";

/**
 * Creates the events of changes for watchers. All watchers with the same view share one event: a change
 * reaches its watchers in one turn of the event loop, and its events are dropped here after it.
 */
export class SharedEvents {
  readonly #made = new Map<Change, Map<KindDefinition, ChangeEvents>>();
  /** Weak references: otherwise the bytes of events would use as much memory as all objects. */
  readonly #initial = new WeakMap<Document<Json>, WeakRef<WatchEvent>>();
  /** Encoders by kind and form: events of equal forms, even of metadata alone, differ between kinds. */
  readonly #encoders = new WeakMap<KindDefinition, Map<string, EncodeBatch>>();

  /**
   * Returns the event of a change for one watcher: an object that leaves the selection is deleted
   * (apiserver/pkg/storage/cacher/cache_watcher.go, convertToWatchEvent). Undefined if the change is outside
   * the selection. If a webhook converts: after `entriesReady`.
   */
  eventOf(target: Target, selection: Selection, change: Change): WatchEvent | undefined {
    const events = this.#eventsOf(target, change);
    if (selection.everything) return events.as(PLAIN[change.type]);
    const is = change.type !== "deleted" && selection.matches(events.object);
    const was = events.previous !== undefined && selection.matches(events.previous);
    if (is) return events.as(was ? "MODIFIED" : "ADDED");
    return was ? events.as("DELETED") : undefined;
  }

  /** Returns the event of an object that existed at the start of the watch. */
  initialEvent(document: Document<Json>): WatchEvent {
    const shared = this.#initial.get(document)?.deref();
    if (shared !== undefined) return shared;
    const event: WatchEvent = { type: "ADDED", document };
    this.#initial.set(document, new WeakRef(event));
    return event;
  }

  /** Returns the encoder of one watcher, which all others with the same form share. `asMessages`: for WebSockets. */
  encoder({ kind }: Target, accepted: Accepted, encode: EncodeEvent, asMessages: boolean): EncodeBatch {
    const join = (one: EncodeEvent) => (asMessages ? messageEncoder(one, accepted) : batchEncoder(one));
    const shared = sharedForm(accepted);
    if (shared === undefined) return join(encode);
    const form = asMessages ? `${shared} messages` : shared;
    const ofKind = this.#encoders.get(kind) ?? new Map<string, EncodeBatch>();
    this.#encoders.set(kind, ofKind);
    const found = ofKind.get(form) ?? sharedBatchEncoder(encode, join);
    ofKind.set(form, found);
    return found;
  }

  #eventsOf(target: Target, change: Change): ChangeEvents {
    let byKind = this.#made.get(change);
    if (byKind === undefined) {
      if (this.#made.size === 0) setImmediate(() => this.#made.clear());
      byKind = new Map();
      this.#made.set(change, byKind);
    }
    let events = byKind.get(target.kind);
    if (events === undefined) {
      events = new ChangeEvents(target, change);
      byKind.set(target.kind, events);
    }
    return events;
  }
}

const PLAIN = { created: "ADDED", updated: "MODIFIED", deleted: "DELETED" } as const;

/** Events of one change in one version; each is created at its first use. */
class ChangeEvents {
  readonly #target: Target;
  readonly #change: Change;
  readonly #document: Document<KubeObject>;
  readonly #events: Partial<Record<EventType, WatchEvent>> = {};
  #previous: KubeObject | undefined;

  constructor(target: Target, change: Change) {
    this.#target = target;
    this.#change = change;
    this.#document = asRequested(target, change.entry);
  }

  get object(): KubeObject {
    return this.#document.value;
  }

  get previous(): KubeObject | undefined {
    if (this.#change.previous === undefined) return undefined;
    this.#previous ??= asRequested(this.#target, this.#change.previous).value;
    return this.#previous;
  }

  as(type: EventType): WatchEvent {
    this.#events[type] ??= {
      type,
      document: type === "DELETED" && this.#change.type !== "deleted" ? this.#leaving() : this.#document,
    };
    return this.#events[type];
  }

  /** Returns the object as it was, with the revision of the change. */
  #leaving(): Document<Json> {
    const previous = this.previous ?? this.object;
    const metadata = { ...previous.metadata, resourceVersion: String(this.#change.revision) };
    return new Document<Json>({ ...previous, metadata });
  }
}

const asRequested = (target: Target, entry: Entry): Document<KubeObject> =>
  answerDocument(target, storedDocument(target.resource, entry));
