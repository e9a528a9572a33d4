import { createCachedStorage } from "../cache/cached-storage.ts";
import type { HistoryOptions, RoomOptions } from "../cache/options.ts";
import type { Entry, Storage } from "../storage.ts";

/** Options of `createMemoryStorage`. */
export interface MemoryStorageOptions extends HistoryOptions, RoomOptions {
  /** Initial entries, at `revision` or below. Default: none. */
  readonly entries?: Iterable<Entry>;
  /** Revision at the start; default 1. */
  readonly revision?: number;
}

/** A storage that lives and dies with the process. Writes are committed at once. */
export function createMemoryStorage(options: MemoryStorageOptions = {}): Storage {
  return createCachedStorage(options);
}
