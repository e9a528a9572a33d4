import { join } from "node:path";
import type { Moment } from "../../copy/places.ts";
import { StorageError } from "../../storage.ts";
import { readMetaPages } from "../file/meta-pages.ts";
import { readStoredObjects, type StoredObjects } from "../file/stored-objects.ts";
import { assertFormat } from "../format.ts";
import { holderOf } from "../lock/directory-lock.ts";
import { DATA_FILE } from "../store-files.ts";
import { type Held, takeReadLease } from "./take-lease.ts";

/**
 * Limit for attempts: a server that starts during a read is requested to keep the moment, but not more often
 * than this.
 */
const ATTEMPTS = 3;

/**
 * Reads the current contents of a store from its file while its server keeps them unchanged. Throws `Failed`
 * if no server does and the store is being written, and `DamagedStoreError`.
 */
export async function readMoment(path: string, attempt = 1): Promise<StoredMoment> {
  const held = await takeReadLease(path);
  let stored: StoredObjects | undefined;
  try {
    const file = join(path, DATA_FILE);
    stored = await readStoredObjects(path, file);
    assertFormat(path, stored.notes.get("format"), stored.count === 0);
    return momentOf(file, stored, held);
  } catch (error) {
    await held.settle();
    const reason = held.endReason();
    const wasHeld = held.isHeld();
    stored?.close();
    held.release();
    if (reason !== undefined) throw ended(join(path, DATA_FILE), reason);
    if (wasHeld || attempt === ATTEMPTS || (await holderOf(path)) === undefined) throw error;
    return readMoment(path, attempt + 1);
  }
}

/** `free`: bytes of the file that are free for new objects. */
export interface StoredMoment extends Moment {
  readonly free: number;
}

function momentOf(file: string, stored: StoredObjects, held: Held): StoredMoment {
  const { revision, count, free, transaction } = stored;
  // After the end of the server, the file must not be written.
  let last = held.isHeld() ? undefined : transaction;
  held.onLost(() => {
    last ??= newestOrNone(file);
  });
  const assertUnchanged = async (): Promise<void> => {
    await held.settle();
    const reason = held.endReason();
    if (reason !== undefined) throw ended(file, reason);
    if (last !== undefined && newestIn(file) !== last)
      throw new StorageError("Failed", `${file} was written to while it was read: try again`);
  };
  return {
    revision,
    count,
    free,
    async *pages() {
      try {
        yield* stored.pages();
      } catch (error) {
        await assertUnchanged();
        throw error;
      }
      await assertUnchanged();
    },
    close() {
      stored.close();
      held.release();
    },
  };
}

const ended = (file: string, reason: string): StorageError =>
  new StorageError("Failed", `the server of ${file} has ended the reading: ${reason}; try again`);

/** A file that cannot be read now is not unchanged later; the reader gets the error then. */
function newestOrNone(file: string): number {
  try {
    return newestIn(file) ?? NONE;
  } catch {
    return NONE;
  }
}

const NONE = -1;
const newestIn = (file: string): number | undefined => readMetaPages(file).metas[0]?.transaction;
