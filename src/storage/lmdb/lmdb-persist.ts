import { statfsSync } from "node:fs";
import { messageOf } from "../../report/describe-error.ts";
import type { Persist } from "../cache/persist.ts";
import type { RestingPlace } from "../cache/slot.ts";
import type { Encoding } from "../encryption/encoding.ts";
import { type Change, StorageError } from "../storage.ts";
import type { Reserve } from "./reserve.ts";
import { createRestingTables } from "./resting-tables.ts";
import { summedLength, sumOfKey, writeSummed } from "./summed-value.ts";
import type { Syncing } from "./sync/sync-each-second.ts";
import { PAGE_SIZE, type Tables } from "./tables.ts";
import { TOTAL, type Total, textOfTotal, withoutKey } from "./total.ts";

/** An open store of LMDB, for the storage in memory over it. */
export interface LmdbPersist {
  readonly persist: Persist;
  /** Place on disk for entries, so that they need not be in memory as well. */
  readonly place: RestingPlace;
}

interface PersistOptions {
  readonly start: Total;
  readonly reserve: Reserve;
  readonly encoding: Encoding | undefined;
  /** Undefined: the library syncs each commit. */
  readonly syncing: Syncing | undefined;
}

/** Writes each batch of changes as one transaction. `start`: the total of the loaded objects. */
export function createLmdbPersist(
  path: string,
  tables: Tables,
  { start, reserve, encoding, syncing }: PersistOptions,
): LmdbPersist {
  let total = start;
  const resting = createRestingTables(path, tables, encoding);
  const encoded = new WeakMap<Change, Buffer>();
  const encode = encoding?.encode;
  const bytesOf = (change: Change): Uint8Array => encoded.get(change) ?? change.entry.document.bytes;
  const persist: Persist = {
    assertKey,
    ...(encode && {
      encode: (change) => void encoded.set(change, encode(change.key, change.entry.document.bytes).bytes),
      isOutdated: ({ key, document }) => resting.formOf(key) !== encode(key, document.bytes).form,
    }),
    async commit(changes) {
      resting.expect(changes);
      const writes = changes.map((change) => ({
        change,
        keySum: change.type === "deleted" ? 0 : sumOfKey(change.key, change.revision),
        bytes: bytesOf(change),
      }));
      const next = totalAfter(total, writes);
      const bytes = writes.reduce((sum, write) => sum + PAGE_SIZE + write.bytes.length, 0);
      if (syncing !== undefined) await syncing.before();
      try {
        await reserve.during(bytes, () => commit(path, tables, { writes, total: next }));
      } finally {
        syncing?.after(bytes);
      }
      total = next;
    },
    async close() {
      reserve.close();
      await syncing?.close();
      await tables.root.close();
    },
  };
  return { persist, place: resting.place };
}

/** LMDB keeps keys of 1,978 bytes, in which some characters take two. */
const KEY_BYTES = 1900;
const CONTROL = /[^ -\uffff]/g;

/** Throws for a key that LMDB cannot store. */
export function assertKey(key: string): void {
  const size = Buffer.byteLength(key) + (key.match(CONTROL)?.length ?? 0);
  if (size > 0 && size <= KEY_BYTES) return;
  throw new StorageError("Failed", `the key has ${size} bytes; the store keeps keys of 1 to ${KEY_BYTES}`);
}

function totalAfter(before: Total, writes: readonly Write[]): Total {
  let { revision, sum } = before;
  for (const { change, keySum } of writes) {
    revision = change.revision;
    if (change.previous !== undefined) sum = withoutKey(sum, change.previous);
    sum = (sum + keySum) >>> 0;
  }
  return { revision, sum };
}

interface Write {
  readonly change: Change;
  /** Its `sumOfKey`; 0 for a deletion. */
  readonly keySum: number;
  readonly bytes: Uint8Array;
}

interface Batch {
  readonly writes: readonly Write[];
  readonly total: Total;
}

async function commit(path: string, tables: Tables, batch: Batch): Promise<void> {
  try {
    await tables.objects.batch(() => enqueue(tables, batch));
  } catch (error) {
    throw await storageError(path, error);
  }
}

const lengthOf = ({ change, bytes }: Write): number => (change.type === "deleted" ? 0 : summedLength(bytes));

/** The promises of single writes have no meaning inside a batch: the promise of the batch covers all of them. */
function enqueue({ objects, meta }: Tables, { writes, total }: Batch): void {
  // One piece of memory for all values costs less than a piece for each.
  const memory = Buffer.allocUnsafeSlow(writes.reduce((sum, write) => sum + lengthOf(write), 0));
  let end = 0;
  for (const { change, keySum, bytes } of writes) {
    if (change.type === "deleted") void objects.remove(change.key);
    else {
      const value = writeSummed(memory, end, keySum, bytes);
      end += value.length;
      void objects.put(change.key, value, change.revision);
    }
  }
  // No object carries the revision of a deletion, and it must never be used again.
  void meta.put(TOTAL, textOfTotal(total));
}

const NO_SPACE = /MDB_MAP_FULL|No space left|[Qq]uota exceeded|File too large/;
const FEW_BYTES = 16 * 1024 * 1024;

/** `NoSpace`, else `Failed`, of what the library threw. */
export async function storageError(path: string, error: unknown): Promise<StorageError> {
  const cause = await reasonOf(error);
  const text = messageOf(cause);
  if (NO_SPACE.test(text) || isCutShort(path, text)) {
    return new StorageError("NoSpace", `no space left for the store in ${path}: ${text}`, { cause });
  }
  return new StorageError("Failed", `the store in ${path} could not write: ${text}`, { cause });
}

/** LMDB calls a write that was cut short, as the last one before a full disk is, an input/output error. */
function isCutShort(path: string, text: string): boolean {
  if (!text.includes("Input/output error")) return false;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize < FEW_BYTES;
}

/** The library reports the reason a little later than the failure, as a promise that rejects. */
async function reasonOf(error: unknown): Promise<unknown> {
  if (!(error instanceof Error) || !("commitError" in error)) return error;
  const late = new Promise((resolve) => setTimeout(resolve, 100, error));
  return Promise.race([late, Promise.resolve(error.commitError).catch((reason: unknown) => reason)]);
}
