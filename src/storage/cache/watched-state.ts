import { type Change, type Entry, StorageError, type Watch, type WatchListener } from "../storage.ts";
import { type HistoryOptions, historyOptions } from "./options.ts";
import { Recent } from "./recent.ts";
import type { AtRest } from "./resting.ts";
import type { RestingPlace } from "./slot.ts";
import { compactedRevision, State } from "./state.ts";
import { Watchers } from "./watchers.ts";

/** Data that every storage has in memory: the documents with their history, and the watchers. */
export class WatchedState {
  readonly state: State;
  readonly #watchers: Watchers;
  readonly #recent = new Recent();

  /** `place`: place for the bytes at rest; default: in memory. */
  constructor(
    options: HistoryOptions,
    revision: number,
    entries: Iterable<Entry | AtRest>,
    place?: RestingPlace,
  ) {
    this.state = new State(historyOptions(options), revision, entries, place);
    this.#watchers = new Watchers(() => this.state.revision);
  }

  /** Applies a committed change, and reports it to the watchers. */
  publish(change: Change): void {
    this.state.apply(change);
    this.#watchers.publish(change);
    this.#recent.add(change.entry.document);
  }

  watch(prefix: string, from: number, listener: WatchListener): Watch {
    const { revision, compacted } = this.state;
    if (from < compacted)
      return this.#watchers.add(prefix, from, compactedRevision(from, compacted), listener);
    const past = this.state.changesSince(from, prefix);
    return this.#watchers.add(prefix, Math.max(from, revision), past, listener);
  }

  close(): void {
    this.#watchers.close(closedStorage());
  }
}

/** Returns the error of every call after `close`. */
export const closedStorage = (): StorageError => new StorageError("Closed", "the storage is closed");
