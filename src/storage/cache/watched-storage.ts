import {
  type Change,
  type Entry,
  type ListOptions,
  type ListResult,
  StorageError,
  type Watch,
  type WatchListener,
} from "../storage.ts";
import { type HistoryOptions, historyOptions } from "./options.ts";
import { Recent } from "./recent.ts";
import type { AtRest } from "./resting.ts";
import type { RestingPlace } from "./slot.ts";
import { compactedRevision, State } from "./state.ts";
import { Watchers } from "./watchers.ts";

/** Base of the storages: all have the documents with their history in memory, and the watchers. */
export abstract class WatchedStorage {
  protected readonly state: State;
  readonly #watchers: Watchers;
  readonly #recent = new Recent();
  #closed = false;

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

  get revision(): number {
    return this.state.revision;
  }

  get compacted(): number {
    return this.state.compacted;
  }

  getCached(key: string): Entry | undefined {
    this.assertOpen();
    return this.state.newest(key);
  }

  listCached(prefix: string, options: ListOptions = {}): ListResult {
    this.assertOpen();
    return this.state.list(prefix, options);
  }

  watch(prefix: string, from: number, listener: WatchListener): Watch {
    this.assertOpen();
    const { revision, compacted } = this.state;
    if (from < compacted)
      return this.#watchers.add(prefix, from, compactedRevision(from, compacted), listener);
    const past = this.state.changesSince(from, prefix);
    return this.#watchers.add(prefix, Math.max(from, revision), past, listener);
  }

  async compact(revision: number): Promise<void> {
    this.assertOpen();
    this.state.compact(revision);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.release();
  }

  /** Called once, by `close`. */
  protected abstract release(): Promise<void>;

  /** Applies a committed change, and reports it to the watchers. */
  protected publish(change: Change): void {
    this.state.apply(change);
    this.#watchers.publish(change);
    this.#recent.add(change.entry.document);
  }

  protected closeWatchers(): void {
    this.#watchers.close(closedStorage());
  }

  protected get isClosed(): boolean {
    return this.#closed;
  }

  protected assertOpen(): void {
    if (this.#closed) throw closedStorage();
  }
}

/** Returns the error of every call after `close`. */
export const closedStorage = (): StorageError => new StorageError("Closed", "the storage is closed");
