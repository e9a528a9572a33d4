import type { Change, Entry } from "../storage.ts";

/** Storage of changes beyond the life of the process. */
export interface Persist {
  /** Throws a `StorageError` for a key that cannot be kept. */
  assertKey(key: string): void;
  /** Makes what is kept of a change, before it waits for its commit. Throws a `StorageError` when it cannot. */
  encode?(change: Change): void;
  /** True if the stored form of an entry differs from the form that a write would give it. */
  isOutdated?(entry: Entry): boolean;
  /**
   * Keeps the changes, all or none of them. Resolves when they are on disk; rejects with a `StorageError` when they
   * are not. Called again only after that.
   */
  commit(changes: readonly Change[]): Promise<void>;
  /** Releases files. Called once, when no commit is under way. */
  close(): Promise<void>;
}
