import { createCachedStorage } from "../cache/cached-storage.ts";
import type { HistoryOptions, SpaceOptions } from "../cache/options.ts";
import type { Entry, Storage } from "../storage.ts";

/** Options of `createMemoryStorage`. */
export interface MemoryStorageOptions extends HistoryOptions, SpaceOptions {
  /** Initial entries, at `revision` or below. Default: none. */
  readonly entries?: Iterable<Entry>;
  /** Revision at the start; default 1. */
  readonly revision?: number;
}

/** A storage that lives and dies with the process. Writes are committed at once. */
export function createMemoryStorage(options: MemoryStorageOptions = {}): Storage {
  return createCachedStorage(options);
}
