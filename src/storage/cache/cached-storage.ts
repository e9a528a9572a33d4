import { PassingMap } from "../../async/passing-map.ts";
import {
  type Change,
  type ChangeType,
  type CreateOptions,
  type Entry,
  type Held,
  type ListOptions,
  type ListResult,
  type Seal,
  type Storage,
  StorageError,
  type WriteResult,
} from "../storage.ts";
import { CommitQueue } from "./commit-queue.ts";
import { assertSpace, type HistoryOptions, type SpaceOptions } from "./options.ts";
import type { Persist } from "./persist.ts";
import type { AtRest } from "./resting.ts";
import type { RestingPlace } from "./slot.ts";
import { WatchedStorage } from "./watched-storage.ts";

interface CachedStorageOptions extends HistoryOptions, SpaceOptions {
  /** Newest revision so far; older revisions cannot be read. Default: 1. */
  readonly revision?: number;
  /** Initial entries. Default: none. */
  readonly entries?: Iterable<Entry | AtRest>;
  /** Storage beyond this process; without it changes are committed at once and only in memory. */
  readonly persist?: Persist;
  /** Place for the bytes of entries without history; default: in memory. */
  readonly place?: RestingPlace;
}

/** A storage that has all documents at hand, and keeps changes where `persist` puts them. */
export function createCachedStorage(options: CachedStorageOptions = {}): Storage {
  return new CachedStorage(options);
}

class CachedStorage extends WatchedStorage implements Storage {
  readonly #persist: Persist | undefined;
  readonly #space: SpaceOptions;
  readonly #queue: CommitQueue | undefined;
  /** The newest revision given away, committed or not: none is ever used twice. */
  #assigned: number;
  /**
   * Keys with a write that is not committed yet. At most one per key: the revision of a write is not known
   * before it is committed.
   */
  readonly #underWay = new PassingMap<string, Promise<void>>();

  constructor(options: CachedStorageOptions) {
    const revision = options.revision ?? 1;
    super(options, revision, options.entries ?? [], options.place);
    this.#assigned = revision;
    this.#persist = options.persist;
    this.#space = { shortage: options.shortage };
    this.#queue =
      options.persist &&
      new CommitQueue(options.persist, {
        committed: (change) => this.#committed(change),
        failed: (change) => void this.#underWay.delete(change.key),
      });
  }

  async get(key: string, revision?: number): Promise<Entry | undefined> {
    this.assertOpen();
    return revision === undefined ? this.state.newest(key) : this.state.get(key, revision);
  }

  async list(prefix: string, options: ListOptions = {}): Promise<ListResult> {
    this.assertOpen();
    return this.state.list(prefix, options);
  }

  isOutdated(entry: Entry): boolean {
    return this.#persist?.isOutdated?.(entry) === true;
  }

  async catchUp(): Promise<void> {
    this.assertOpen();
  }

  create(key: string, seal: Seal, options: CreateOptions = {}): Promise<WriteResult> {
    return this.#write("created", key, undefined, seal, options.while);
  }

  update(key: string, expected: number, seal: Seal): Promise<WriteResult> {
    return this.#write("updated", key, expected, seal);
  }

  delete(key: string, expected: number, seal?: Seal): Promise<WriteResult> {
    return this.#write("deleted", key, expected, seal);
  }

  protected async release(): Promise<void> {
    await this.#queue?.idle();
    this.closeWatchers();
    await this.#persist?.close();
  }

  /**
   * Waits for the writes of its keys that are under way: a write may not come after a change of what it holds, and a
   * conflict is returned when a read of the caller sees the other write.
   */
  #write(
    type: ChangeType,
    key: string,
    expected: number | undefined,
    seal: Seal | undefined,
    held: readonly Held[] = NOTHING_HELD,
  ): Promise<WriteResult> {
    const underWay = this.#underWay.get(key) ?? this.#heldUnderWay(held);
    if (underWay === undefined) return this.#commit(type, key, expected, seal, held);
    const then = (): WriteResult | Promise<WriteResult> => {
      const current = this.state.newest(key);
      if (current?.revision !== expected) return { kind: "conflict", current };
      return this.#write(type, key, expected, seal, held);
    };
    return underWay.then(then, then);
  }

  #heldUnderWay(held: readonly Held[]): Promise<void> | undefined {
    for (const { key } of held) {
      const underWay = this.#underWay.get(key);
      if (underWay !== undefined) return underWay;
    }
    return undefined;
  }

  async #commit(
    type: ChangeType,
    key: string,
    expected: number | undefined,
    seal: Seal | undefined,
    held: readonly Held[],
  ): Promise<WriteResult> {
    this.assertOpen();
    const previous = this.state.newest(key);
    if (previous?.revision !== expected || !held.every((one) => this.#holds(one)))
      return { kind: "conflict", current: previous };
    if (type !== "deleted") assertSpace(this.#space);
    if (previous === undefined) this.#persist?.assertKey(key);
    const revision = this.#assigned + 1;
    const document = seal?.(revision) ?? previous?.document;
    if (document === undefined) throw new StorageError("Failed", `no document to store under ${key}`);
    this.#assigned = revision;
    const entry = { key, revision, document };
    const change = { type, key, revision, entry, previous };
    if (this.#queue === undefined) this.#committed(change);
    else {
      if (type !== "deleted") this.#persist?.encode?.(change);
      const done = this.#queue.add(change);
      this.#underWay.set(key, done);
      await done;
    }
    return { kind: "written", entry };
  }

  #holds({ key, revision }: Held): boolean {
    return this.state.newest(key)?.revision === revision;
  }

  #committed(change: Change): void {
    this.#underWay.delete(change.key);
    this.publish(change);
  }
}

const NOTHING_HELD: readonly Held[] = [];
