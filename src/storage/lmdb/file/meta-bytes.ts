import { closeSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import { PAGE_HEAD } from "./layout.ts";
import { META_LENGTH, readMetaPages, TRANSACTION } from "./meta-pages.ts";

/** The bytes of a meta page without its header, which name the state after one transaction. */
export interface MetaBytes {
  readonly pageSize: number;
  readonly transaction: number;
  readonly bytes: Buffer;
}

/** Reads the newest meta page. No transaction may be under way. Throws an Error if there is none. */
export function newestMeta(file: string): MetaBytes {
  const { pageSize, metas } = readMetaPages(file);
  const [newest] = metas;
  if (newest === undefined) throw new Error(`${file} has no meta page`);
  return { pageSize, transaction: newest.transaction, bytes: bytesIn(file, newest.page * pageSize) };
}

/**
 * Makes a state the newest one again, and syncs. Both meta pages get it: LMDB reads the one with the higher transaction,
 * which is the one that this transaction has written. Returns a function that undoes it.
 */
export function restoreMeta(file: string, { pageSize, transaction, bytes }: MetaBytes): () => void {
  const places = [0, 1].map((page) => ({ page, before: bytesIn(file, page * pageSize) }));
  const older = Buffer.from(bytes);
  older.writeBigUInt64LE(BigInt(transaction - 1), TRANSACTION);
  write(
    file,
    places.map(({ page }) => ({ page, bytes: page === transaction % 2 ? bytes : older })),
    pageSize,
  );
  return () =>
    write(
      file,
      places.map(({ page, before }) => ({ page, bytes: before })),
      pageSize,
    );
}

function bytesIn(file: string, page: number): Buffer {
  const descriptor = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(META_LENGTH);
    readSync(descriptor, bytes, 0, bytes.length, page + PAGE_HEAD);
    return bytes;
  } finally {
    closeSync(descriptor);
  }
}

function write(
  file: string,
  metas: readonly { readonly page: number; readonly bytes: Buffer }[],
  pageSize: number,
): void {
  const descriptor = openSync(file, "r+");
  try {
    for (const { page, bytes } of metas)
      writeSync(descriptor, bytes, 0, bytes.length, page * pageSize + PAGE_HEAD);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
