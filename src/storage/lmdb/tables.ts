import { join } from "node:path";
import { type Database, open, type RootDatabase, type Transaction } from "lmdb";
import { keepPrivate, PRIVATE_FILE, privateFolder, type TellOfMode } from "../../disk/private-files.ts";
import { messageOf } from "../../report/describe-error.ts";
import { StorageError } from "../storage.ts";
import { assertWhole } from "./damaged-store.ts";
import type { ToldOfObject } from "./file/inspect-store.ts";
import { DATA_FILE, LOCK_FILE } from "./store-files.ts";
import type { Sync } from "./sync/sync-choice.ts";

/** The tables of one store. An object's value is its document's bytes with a checksum (`summed-value.ts`); its revision is the entry's version. */
export interface Tables {
  readonly root: RootDatabase;
  readonly objects: Database<Buffer, string>;
  /** `format`, and `total` (`total.ts`). Without a total, `revision` is the newest one that a deletion used, in decimal. */
  readonly meta: Database<string, string>;
}

/** Number of objects. */
export function countIn({ objects }: Pick<Tables, "objects">): number {
  // The library returns more fields than its types declare.
  const { entryCount } = objects.getStats() as { entryCount: number };
  return entryCount;
}

/** A transaction of reading; `done` ends it. It sees what is there now, not what the last reader of this turn of the event loop saw. */
export function beginReading({ root }: Pick<Tables, "root">): Transaction {
  root.resetReadTxn();
  return root.useReadTransaction();
}

/**
 * Returns the exact bytes of a value that the library keeps in its own memory; that memory is longer than the
 * length property, and is filled again by the next read.
 */
export const exactly = ({ buffer, byteOffset, length }: Buffer): Buffer =>
  Buffer.from(buffer, byteOffset, length);

/** Common objects fit without overflow pages, whose search for room is slow in a store that is rewritten much. */
export const PAGE_SIZE = 8192;

/**
 * A commit is on disk before it is answered or visible (unless `noSync` leaves that to `sync/`): by default the library syncs only
 * afterwards, and cannot undo visible changes if that fails. Its batching by turns of the event loop is off, because it makes
 * a promise that callers cannot reach, whose rejection would end the process when the disk is full;
 * `CommitQueue` batches instead.
 */
const DURABILITY = { overlappingSync: false, eventTurnBatching: false };

/**
 * Opens or creates the files, for their owner only, because they contain Secrets. The caller has locked the
 * folder: a second process must never open them (`readers/keep-moments.ts`). `told`: called for each object,
 * if the layout of the file is known. Throws `Failed`.
 */
export function openTables(
  path: string,
  tell?: TellOfMode,
  told?: ToldOfObject,
  sync: Sync = "always",
): Tables {
  return orFailed(path, () => {
    privateFolder(path, tell);
    for (const name of [DATA_FILE, LOCK_FILE]) keepPrivate(join(path, name), tell);
    assertWhole(path, told);
    return openWith(path, sync);
  });
}

function openWith(path: string, sync: Sync): Tables {
  // Typed, for the library's own declaration lacks the mode.
  const modes = { permissionsMode: PRIVATE_FILE };
  const root = open({
    path,
    ...modes,
    encoding: "binary",
    maxDbs: 4,
    // Else a name with a dot in it is that of a file.
    noSubdir: false,
    pageSize: PAGE_SIZE,
    ...DURABILITY,
    noSync: sync !== "always",
  });
  return {
    root,
    objects: root.openDB<Buffer, string>({ name: "objects", encoding: "binary", useVersions: true }),
    meta: root.openDB<string, string>({ name: "meta", encoding: "string" }),
  };
}

function orFailed(path: string, run: () => Tables): Tables {
  try {
    return run();
  } catch (cause) {
    if (cause instanceof StorageError) throw cause;
    throw new StorageError("Failed", `cannot open the store in ${path}: ${messageOf(cause)}`, { cause });
  }
}
