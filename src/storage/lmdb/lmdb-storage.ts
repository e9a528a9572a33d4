import { existsSync } from "node:fs";
import { join } from "node:path";
import { privateFolder, type TellOfMode } from "../../disk/private-files.ts";
import { createCachedStorage } from "../cache/cached-storage.ts";
import type { HistoryOptions, SpaceOptions } from "../cache/options.ts";
import type { AtRest } from "../cache/resting.ts";
import type { Encoding } from "../encryption/encoding.ts";
import { type Storage, StorageError } from "../storage.ts";
import type { ToldOfObject } from "./file/inspect-store.ts";
import { assertFormat, FORMAT } from "./format.ts";
import { createLmdbPersist, type LmdbPersist } from "./lmdb-persist.ts";
import { type Loaded, loadTables, type Told } from "./load.ts";
import { type DirectoryLock, lockDirectory, type TellOfLock } from "./lock/directory-lock.ts";
import { grantReadLeases, type Readers } from "./readers/grant-leases.ts";
import { createReserve, type Reserve, type TellOfSpace } from "./reserve.ts";
import { DATA_FILE, incomingBeside } from "./store-files.ts";
import { openValue } from "./summed-value.ts";
import { openSyncing, possibleSync } from "./sync/open-syncing.ts";
import { restoreSynced } from "./sync/restore-synced.ts";
import type { Sync } from "./sync/sync-choice.ts";
import type { Syncing } from "./sync/sync-each-second.ts";
import { countIn, openTables, type Tables } from "./tables.ts";
import { EMPTY, REVISION, TOTAL, textOfTotal, withObject } from "./total.ts";

/** Options of `openLmdbStorage`. */
export interface LmdbStorageOptions extends HistoryOptions, SpaceOptions {
  /** The directory of the files; made when it is missing. One process at a time. */
  readonly path: string;
  /** Called about files that other users could read; their access is removed. */
  readonly tellOfMode?: TellOfMode;
  /**
   * Called if only process numbers keep other processes from the directory, because its file system has no
   * sockets.
   */
  readonly tellOfLock?: TellOfLock;
  /** Called at the start with the complaint about each damaged object, which can then not be read. */
  readonly tellOfDamage?: (complaint: string) => void;
  /** Called when the disk has room for deletions only, and when it has room for all writes again. */
  readonly tellOfSpace?: TellOfSpace;
  /** Encoding of the objects in the files; default: JSON. Its forms begin with `{`, or are marked as encrypted. */
  readonly encoding?: Encoding | undefined;
  /** When writes reach the disk. Default: `always`, before they are answered. */
  readonly sync?: Sync;
}

/**
 * Opens a storage in a directory: a write is answered when it is on disk, unless `sync` says otherwise. Keys are in memory; objects are
 * read from the file, which the operating system caches as far as it has memory. States before the start
 * cannot be read or watched (`compacted` is then the newest revision).
 *
 * Throws `Failed` if the directory is in use, or holds something else.
 */
export async function openLmdbStorage(options: LmdbStorageOptions): Promise<Storage> {
  assertNoUnfinishedCopy(options.path);
  privateFolder(options.path, options.tellOfMode);
  const lock = await lockDirectory(options.path, options.tellOfLock);
  try {
    return await openLocked(options, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openLocked(options: LmdbStorageOptions, lock: DirectoryLock): Promise<Storage> {
  const found: Told = { entries: [], total: EMPTY };
  const isOlder = restoreSynced(options.path);
  const sync = possibleSync(options.sync ?? "always");
  const noteObject: ToldOfObject = (object, complaint) => {
    if (complaint !== undefined) options.tellOfDamage?.(complaint);
    found.entries.push({ key: object.key, revision: object.revision });
    found.total = withObject(found.total, object);
  };
  const tables = openTables(options.path, options.tellOfMode, noteObject, sync);
  try {
    assertFormat(options.path, tables.meta.get("format"), countIn(tables) === 0);
    const last = loadTables(options.path, tables, found);
    const loaded = isOlder ? { ...last, revision: last.revision + LOST_REVISIONS } : last;
    await upgrade(tables, loaded, isOlder);
    const { encoding } = options;
    if (encoding !== undefined) await prepareAll(tables, loaded.entries, encoding);
    const reserve = createReserve(options.path, tables, options.tellOfSpace);
    const shortage = (): string | undefined => options.shortage?.() ?? reserve.shortage();
    const syncing = await openSyncing(sync, options.path, tables);
    const readers = await grantReadLeases(options.path, tables);
    return createCachedStorage({
      ...options,
      ...loaded,
      ...locked(options, { tables, loaded, lock, readers, reserve, syncing }),
      shortage,
    });
  } catch (error) {
    await tables.root.close();
    throw error;
  }
}

/** Number of revisions that are left out after a crash of the machine: clients may have seen those of writes that are lost. */
const LOST_REVISIONS = 1_000_000_000;

/** Gives a new store, or one of an older format, the notes of this format. Else a store is not written: the disk may be full. */
async function upgrade({ meta }: Tables, loaded: Loaded, isOlder: boolean): Promise<void> {
  if (meta.get("format") === FORMAT && meta.get(TOTAL) !== undefined && !isOlder) return;
  await meta.batch(() => {
    void meta.put("format", FORMAT);
    void meta.put(TOTAL, textOfTotal(loaded));
    void meta.remove(REVISION);
  });
}

/** An empty store in the place of one that is being copied would be taken for it. */
function assertNoUnfinishedCopy(path: string): void {
  const incoming = incomingBeside(path);
  if (existsSync(join(path, DATA_FILE)) || !existsSync(join(incoming, DATA_FILE))) return;
  throw new StorageError(
    "Failed",
    `there is an unfinished copy in ${incoming}; run the same \`sallyport storage copy\` or restore again to finish it, or delete that folder`,
  );
}

/** Fetches the keys needed to decrypt objects before the first object is read. */
async function prepareAll(tables: Tables, entries: readonly AtRest[], encoding: Encoding): Promise<void> {
  let waits: Promise<void>[] = [];
  for (const { key, revision } of entries) {
    // A copy: what is fast is filled again by the next read.
    const value = tables.objects.getBinary(key);
    const stored = value && openValue(key, revision, value);
    const waiting = stored && encoding.prepare(key, stored);
    if (waiting !== undefined) waits.push(waiting);
    if (waits.length < MOST_WAITS) continue;
    await Promise.all(waits);
    waits = [];
  }
  await Promise.all(waits);
}

const MOST_WAITS = 500;

interface Opened {
  readonly tables: Tables;
  readonly loaded: Loaded;
  readonly lock: DirectoryLock;
  readonly readers: Readers;
  readonly reserve: Reserve;
  readonly syncing: Syncing | undefined;
}

function locked(
  { path, encoding }: LmdbStorageOptions,
  { tables, loaded, lock, readers, reserve, syncing }: Opened,
): LmdbPersist {
  const { persist, place } = createLmdbPersist(path, tables, { start: loaded, reserve, encoding, syncing });
  const close = async (): Promise<void> => {
    readers.close();
    await persist.close();
    lock.release();
  };
  return { persist: { ...persist, close }, place };
}
