import type { Change } from "../storage.ts";

/** Where changes are kept beyond the life of the process. */
export interface Persist {
  /** Throws a `StorageError` for a key that cannot be kept. */
  assertKey(key: string): void;
  /**
   * Keeps the changes, all or none of them. Resolves when they are on disk; rejects with a `StorageError` when they
   * are not. Called again only after that.
   */
  commit(changes: readonly Change[]): Promise<void>;
  /** Releases files. Called once, when no commit is under way. */
  close(): Promise<void>;
}
