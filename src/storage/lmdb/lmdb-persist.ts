import type { Persist } from "../cache/persist.ts";
import { type Change, StorageError } from "../storage.ts";
import type { Tables } from "./tables.ts";

/** Writes each batch of changes as one transaction. */
export function createLmdbPersist(tables: Tables): Persist {
  return {
    commit: (changes) => commit(tables, changes),
    close: () => tables.root.close(),
  };
}

async function commit(tables: Tables, changes: readonly Change[]): Promise<void> {
  try {
    // All writes of one turn of the event loop make one transaction, and share one promise.
    await Promise.all(new Set(changes.map((change) => enqueue(tables, change))));
  } catch (error) {
    throw await storageError(error);
  }
}

function enqueue({ objects, meta }: Tables, change: Change): Promise<boolean> {
  if (change.type !== "deleted")
    return objects.put(change.key, asBuffer(change.entry.document.bytes), change.revision);
  // No object carries the revision of a deletion, and it must never be used again.
  meta.put("revision", String(change.revision));
  return objects.remove(change.key);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const NO_SPACE = /MDB_MAP_FULL|ENOSPC|EDQUOT|EFBIG|No space left|[Qq]uota exceeded|File too large/;

async function storageError(error: unknown): Promise<StorageError> {
  const cause = await reasonOf(error);
  const text = cause instanceof Error ? cause.message : String(cause);
  if (NO_SPACE.test(text))
    return new StorageError("NoSpace", `no space left for the store: ${text}`, { cause });
  return new StorageError("Failed", `the store could not write: ${text}`, { cause });
}

/** The library tells the reason a little later than the failure, as a promise that rejects. */
async function reasonOf(error: unknown): Promise<unknown> {
  if (!(error instanceof Error) || !("commitError" in error)) return error;
  const late = new Promise((resolve) => setTimeout(resolve, 100, error));
  return Promise.race([late, Promise.resolve(error.commitError).catch((reason: unknown) => reason)]);
}
