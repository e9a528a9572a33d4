/**
 * Storages for objects, and the interfaces for a storage of one's own. `sallyport/storage/contract` tests
 * such a storage.
 */
import type { EtcdStorageOptions } from "./etcd/etcd-storage.ts";
import type { LmdbStorageOptions } from "./lmdb/lmdb-storage.ts";
import type { TellOfLock } from "./lmdb/lock/directory-lock.ts";
import type { TellOfSpace } from "./lmdb/reserve.ts";
import type { Sync } from "./lmdb/sync/sync-choice.ts";
import { withEngine } from "./lmdb/with-engine.ts";
import type { Storage } from "./storage.ts";

export { Document, type DocumentConstructor } from "../api/object/document.ts";
export type { TellOfMode } from "../disk/private-files.ts";
export type { Json, JsonObject } from "../json/value.ts";
export type { HistoryOptions, SpaceOptions } from "./cache/options.ts";
export type { Coded, Encoding } from "./encryption/encoding.ts";
export type { EtcdClientOptions, EtcdTls } from "./etcd/client.ts";
export type { UpkeepTimes } from "./etcd/upkeep.ts";
export { createMemoryStorage, type MemoryStorageOptions } from "./memory/memory-storage.ts";
export {
  type Change,
  type ChangeType,
  type CreateOptions,
  type Entry,
  type Held,
  type Interest,
  type ListOptions,
  type ListResult,
  type Seal,
  type Storage,
  StorageError,
  type StorageErrorCode,
  type Watch,
  type WatchListener,
  type WriteOptions,
  type WriteResult,
} from "./storage.ts";
export type { EtcdStorageOptions, LmdbStorageOptions, Sync, TellOfLock, TellOfSpace };

/** Opens a storage in a folder of this machine. Its library is loaded at the first call. */
export async function openLmdbStorage(options: LmdbStorageOptions): Promise<Storage> {
  const engine = await withEngine(() => import("./lmdb/lmdb-storage.ts"));
  return engine.openLmdbStorage(options);
}

/** Objects in etcd, for one server or several side by side. */
export async function openEtcdStorage(options: EtcdStorageOptions): Promise<Storage> {
  const engine = await import("./etcd/etcd-storage.ts");
  return engine.openEtcdStorage(options);
}
