export type { HistoryOptions } from "./cache/options.ts";
export { type LmdbStorageOptions, openLmdbStorage } from "./lmdb/lmdb-storage.ts";
export { createMemoryStorage, type MemoryStorageOptions } from "./memory/memory-storage.ts";
export {
  type Change,
  type ChangeType,
  type Entry,
  type ListOptions,
  type ListResult,
  type Seal,
  type Storage,
  StorageError,
  type StorageErrorCode,
  type Watch,
  type WatchListener,
  type WriteResult,
} from "./storage.ts";
