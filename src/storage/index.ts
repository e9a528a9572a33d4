import type { EtcdStorageOptions } from "./etcd/etcd-storage.ts";
import type { LmdbStorageOptions } from "./lmdb/lmdb-storage.ts";
import type { Storage } from "./storage.ts";

export type { HistoryOptions } from "./cache/options.ts";
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
export type { EtcdStorageOptions, LmdbStorageOptions };

/** Objects in a folder of this machine. Its library is loaded only when somebody wants one. */
export async function openLmdbStorage(options: LmdbStorageOptions): Promise<Storage> {
  const engine = await import("./lmdb/lmdb-storage.ts");
  return engine.openLmdbStorage(options);
}

/** Objects in etcd, for one server or several side by side. */
export async function openEtcdStorage(options: EtcdStorageOptions): Promise<Storage> {
  const engine = await import("./etcd/etcd-storage.ts");
  return engine.openEtcdStorage(options);
}
