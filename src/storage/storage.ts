import type { Document } from "../api/object/document.ts";
import type { Json } from "../json/value.ts";

/**
 * THE SEAM: where objects live. One global revision, compare-and-swap on single keys, lists at a revision, watches
 * from a revision with the previous value. Knows no kinds; keys are `/registry/…` paths sorted by
 * their bytes; values are documents.
 */
export interface Storage {
  /** The newest committed revision; 1 in an empty store. Positive, decimal, below 2^53. */
  readonly revision: number;
  /** Reads below this revision fail with `Compacted`. */
  readonly compacted: number;

  /** The committed entry, or undefined. With `revision`: as it was then; throws `Compacted` or `FutureRevision`. */
  get(key: string, revision?: number): Promise<Entry | undefined>;

  /** Entries under a prefix, in key order, all of one revision. */
  list(prefix: string, options?: ListOptions): Promise<ListResult>;

  /**
   * Returns the entry in this process's cache, without a request to the store. If several processes share a
   * store, others may have written since, so only a write proves that the entry was the newest.
   */
  getCached(key: string): Entry | undefined;

  /**
   * Does the same as `list` with the entries in this process's cache; without `revision`, at its newest
   * revision.
   */
  listCached(prefix: string, options?: ListOptions): ListResult;

  /**
   * True if an entry is stored in another form than a write would give it: it is then written again even if
   * nothing else changes. Absent: there is one form only.
   */
  isOutdated?(entry: Entry): boolean;

  /** Resolves when this process has all changes that were committed on any server before the call. */
  catchUp(): Promise<void>;

  /**
   * Stores a new key; `conflict` when it is there. With `while`: only as long as other keys have their revisions;
   * otherwise `conflict`, and `current` is undefined when only they stood in the way.
   */
  create(key: string, seal: Seal, options?: CreateOptions): Promise<WriteResult>;

  /** Replaces a key if it still has `expected` as its revision; otherwise `conflict` with what is there now. */
  update(key: string, expected: number, seal: Seal, options?: WriteOptions): Promise<WriteResult>;

  /** Removes a key if it still has `expected` as its revision. `seal` makes the last state that watchers see. */
  delete(key: string, expected: number, seal?: Seal): Promise<WriteResult>;

  /**
   * Calls `listener` for every change under the prefix with a revision above `from`, in revision order, without a gap
   * and without a repetition, from the next turn of the event loop on. `from` below `compacted` ends at once with
   * `closed(Compacted)`.
   */
  watch(prefix: string, from: number, listener: WatchListener): Watch;

  /** Forgets history below the revision. Never removes a current value. */
  compact(revision: number): Promise<void>;

  /** Waits for what is under way, then releases files. Later calls throw `Closed`. */
  close(): Promise<void>;
}

/** A key with its current contents. */
export interface Entry {
  readonly key: string;
  /** The revision of the last write of this key: the object's resourceVersion. */
  readonly revision: number;
  readonly document: Document<Json>;
}

/**
 * Makes the document to store. The revision belongs into `metadata.resourceVersion` and nowhere else: an engine that
 * learns it only afterwards passes 0 and puts it there itself. Called once per attempt that passes the comparison; must
 * not throw.
 */
export type Seal = (revision: number) => Document<Json>;

/** Options of a write. Default: none. */
export interface WriteOptions {
  /**
   * Time after which the key expires, in seconds after this write, or a little later (watchers see a
   * deletion), if the engine supports that; other engines keep the key. A write without it keeps the key for
   * good.
   */
  readonly ttlSeconds?: number | undefined;
}

/** Options for the write of a new key. */
export interface CreateOptions extends WriteOptions {
  /** The write is a conflict unless all these keys have their revisions. */
  readonly while?: readonly Held[];
}

/** A key that has to be as it was. */
export interface Held {
  readonly key: string;
  /** Revision of its last write. */
  readonly revision: number;
}

/** Part of a list, and its revision. */
export interface ListOptions {
  /** Read as of this revision; default: now. */
  readonly revision?: number;
  /** Continue after this key (exclusive). */
  readonly after?: string;
  /** Maximum number of entries; 0 or absent: all. */
  readonly limit?: number;
  /** Called with the key of each entry that cannot be read, which is left out. Default: the list fails with `Failed`. */
  readonly unreadable?: (key: string) => void;
}

/** A list, or a part of it. */
export interface ListResult {
  readonly entries: readonly Entry[];
  readonly revision: number;
  /** Number of entries after the last one returned; 0 if the list is complete. */
  readonly remaining: number;
}

/** Result of a write. A conflict is a result, not an error. */
export type WriteResult =
  | { readonly kind: "written"; readonly entry: Entry }
  /** The current entry, or undefined if the key does not exist. */
  | { readonly kind: "conflict"; readonly current: Entry | undefined };

/** Effect of a change on its key. */
export type ChangeType = "created" | "updated" | "deleted";

/** One committed write, as watchers see it. */
export interface Change {
  readonly type: ChangeType;
  readonly key: string;
  readonly revision: number;
  /** The new entry; for `deleted` the last state, with the revision of the deletion. */
  readonly entry: Entry;
  /** The entry before the change; undefined for `created`. */
  readonly previous: Entry | undefined;
}

/**
 * Changes that a watcher needs: those of entries that have `value` at one place, or had it before the change.
 * This is a hint: other changes may be left out, and then cost nothing.
 */
export interface Interest {
  /** Names the place: under a prefix, all interests with the same name read the same. */
  readonly place: string;
  readonly value: string;
  /** Returns the value of a document at the place, or undefined if there is none. Must not throw. */
  read(document: Document<Json>): string | undefined;
}

/** Receiver of changes. */
export interface WatchListener {
  /** A hint which changes are needed. Default: all changes below the prefix. */
  readonly interest?: Interest;
  /** Must return soon and never throw: it runs in the path of the write. */
  change(change: Change): void;
  /** Everything up to this revision has been delivered. */
  progress?(revision: number): void;
  /** The watch has ended by the store's doing: `Compacted`, or `Closed`. */
  closed(error: StorageError): void;
}

/** A watch that has begun. */
export interface Watch {
  /** No call of the listener after this returns. */
  close(): void;

  /** Calls the listener's `progress` once everything that is committed now has been delivered: for bookmarks. */
  requestProgress(): void;
}

/** `NoSpace`: the write was refused, and no acknowledged write is lost. */
export type StorageErrorCode = "Compacted" | "FutureRevision" | "NoSpace" | "Failed" | "Closed";

/** Every error of a storage. Its message is for operators, its code for programs. */
export class StorageError extends Error {
  readonly code: StorageErrorCode;
  constructor(code: StorageErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "StorageError";
    this.code = code;
  }
}
