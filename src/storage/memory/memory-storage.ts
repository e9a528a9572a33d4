import { createCachedStorage } from "../cache/cached-storage.ts";
import type { HistoryOptions } from "../cache/options.ts";
import type { Storage } from "../storage.ts";

export type MemoryStorageOptions = HistoryOptions;

/** A storage that lives and dies with the process. Starts at revision 1; writes are committed at once. */
export function createMemoryStorage(options: MemoryStorageOptions = {}): Storage {
  return createCachedStorage(options);
}
