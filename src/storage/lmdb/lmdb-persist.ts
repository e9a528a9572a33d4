import { statfsSync } from "node:fs";
import { messageOf } from "../../api/describe-error.ts";
import type { Persist } from "../cache/persist.ts";
import type { RestingPlace } from "../cache/slot.ts";
import type { Encoding } from "../encryption/encoding.ts";
import { asBuffer } from "../encryption/transformer.ts";
import { type Change, StorageError } from "../storage.ts";
import { createRestingTables } from "./resting-tables.ts";
import type { Tables } from "./tables.ts";

export interface LmdbPersist {
  readonly persist: Persist;
  /** What is on disk need not be in memory, too. */
  readonly place: RestingPlace;
}

/** Writes each batch of changes as one transaction. */
export function createLmdbPersist(path: string, tables: Tables, encoding?: Encoding): LmdbPersist {
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
    commit(changes) {
      resting.expect(changes);
      return commit(path, tables, changes, bytesOf);
    },
    close: () => tables.root.close(),
  };
  return { persist, place: resting.place };
}

/** LMDB keeps keys of 1,978 bytes, in which some characters take two. */
const KEY_BYTES = 1900;
const CONTROL = /[^ -\uffff]/g;

/** Throws for a key that LMDB cannot keep. */
export function assertKey(key: string): void {
  const size = Buffer.byteLength(key) + (key.match(CONTROL)?.length ?? 0);
  if (size > 0 && size <= KEY_BYTES) return;
  throw new StorageError("Failed", `the key has ${size} bytes; the store keeps keys of 1 to ${KEY_BYTES}`);
}

async function commit(
  path: string,
  tables: Tables,
  changes: readonly Change[],
  bytesOf: (change: Change) => Uint8Array,
): Promise<void> {
  try {
    await tables.objects.batch(() => {
      for (const change of changes) enqueue(tables, change, bytesOf);
    });
  } catch (error) {
    throw await storageError(path, error);
  }
}

/** The promises of single writes say nothing inside a batch: that of the batch is for all of them. */
function enqueue({ objects, meta }: Tables, change: Change, bytesOf: (change: Change) => Uint8Array): void {
  if (change.type !== "deleted") {
    void objects.put(change.key, asBuffer(bytesOf(change)), change.revision);
    return;
  }
  // No object carries the revision of a deletion, and it must never be used again.
  void meta.put("revision", String(change.revision));
  void objects.remove(change.key);
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

/** The library tells the reason a little later than the failure, as a promise that rejects. */
async function reasonOf(error: unknown): Promise<unknown> {
  if (!(error instanceof Error) || !("commitError" in error)) return error;
  const late = new Promise((resolve) => setTimeout(resolve, 100, error));
  return Promise.race([late, Promise.resolve(error.commitError).catch((reason: unknown) => reason)]);
}
