import { closeSync, fstatSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../report/describe-error.ts";
import { freeBytes } from "./file/free-bytes.ts";
import { DATA_FILE } from "./store-files.ts";
import type { Tables } from "./tables.ts";

/** Room at the end of the file of a store, which other files on the same disk cannot take. */
export interface Reserve {
  /** Runs a transaction that writes about `bytes` bytes. One transaction at a time. */
  during(bytes: number, run: () => Promise<void>): Promise<void>;
  /** Why only deletions get room; undefined: all writes do. */
  shortage(): string | undefined;
  close(): void;
}

/** Called with the reason why the disk is full, and with undefined when it has room again. */
export type TellOfSpace = (problem: string | undefined) => void;

const KB = 1024;
const LEAST = 512 * KB;
const MOST = 4096 * KB;
const ZEROS = Buffer.alloc(64 * KB);
/** Interval between checks of a full disk, in milliseconds. */
const PAUSE_MS = 1000;

/**
 * Keeps an eighth of the file, 512 KiB to 4 MiB, as blocks behind its last page. LMDB takes its new pages from there (mdb_page_alloc in
 * liblmdb/mdb.c). When the disk is full and half of the reserve is used up, the rest and the free pages of the file are for deletions,
 * which make room. LMDB writes pages before it frees others, so without a reserve a deletion can fail.
 */
export function createReserve(path: string, { root }: Pick<Tables, "root">, tell?: TellOfSpace): Reserve {
  const file = join(path, DATA_FILE);
  const descriptor = openSync(file, "r+");
  /** Bytes that can be written before the next check. */
  let allowance = 0;
  let isWriting = false;
  let problem: string | undefined;

  const check = (): void => {
    const before = problem;
    const { end, size } = placesOf();
    const wanted = Math.min(MOST, Math.max(LEAST, end / 8));
    problem = size - end < wanted / 2 || before !== undefined ? problemWith(end, size, wanted) : undefined;
    if ((problem === undefined) !== (before === undefined)) tell?.(problem);
    // A transaction also writes the pages on the way to its values, so that it needs up to four times their room.
    allowance = Math.max(LEAST / 8, (size - end - wanted / 2) / 4);
  };
  const placesOf = (): { end: number; size: number } => {
    // The library returns more fields than its types declare.
    const { lastPageNumber, pageSize } = root.getStats() as { lastPageNumber: number; pageSize: number };
    return { end: (lastPageNumber + 1) * pageSize, size: fstatSync(descriptor).size };
  };
  const problemWith = (end: number, size: number, wanted: number): string | undefined => {
    const failure = extend(descriptor, Math.max(end, size), end + wanted);
    if (failure === undefined) return undefined;
    const room = fstatSync(descriptor).size - end + freeBytes(file);
    // A little more than half, so that the answer does not change with every write.
    const isLow = room < wanted / 2 + (problem === undefined ? 0 : wanted / 8);
    return isLow ? `no space left for the store in ${path}: only deletions get room (${failure})` : undefined;
  };

  check();
  // Other programs may make room.
  const timer = setInterval(() => {
    if (problem !== undefined && !isWriting) check();
  }, PAUSE_MS).unref();
  return {
    async during(bytes, run) {
      isWriting = true;
      try {
        await run();
      } finally {
        isWriting = false;
        allowance -= bytes;
        if (allowance < 0 || problem !== undefined) check();
      }
    },
    shortage: () => problem,
    close() {
      clearInterval(timer);
      closeSync(descriptor);
    },
  };
}

/** Writes zeros up to `end`; returns the error, if there is one. */
function extend(descriptor: number, from: number, end: number): string | undefined {
  try {
    for (let at = from; at < end; )
      at += writeSync(descriptor, ZEROS, 0, Math.min(ZEROS.length, end - at), at);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
