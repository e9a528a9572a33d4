import { StorageError } from "../storage.ts";

/**
 * A snapshot is one file: a line that says so, a head, records, an end.
 *
 *     "sallyport snapshot\n"
 *     length of the head (4 bytes), head (JSON)
 *     for each object: length of its key (4), length of its bytes (4), revision (8), key, bytes
 *     0 (4), SHA-256 of all that is before (32)
 *
 * Numbers are big-endian.
 */
export const MAGIC = Buffer.from("sallyport snapshot\n");

/** Raised when an older version of this program could not read it any more. */
export const SNAPSHOT_FORMAT = 1;

export const DIGEST_BYTES = 32;
export const RECORD_HEAD_BYTES = 16;

/** Maximum lengths, in bytes: a damaged length must not take all the memory. */
export const MAX_HEAD_BYTES = 64 * 1024;
export const MAX_KEY_BYTES = 64 * 1024;
export const MAX_OBJECT_BYTES = 1024 * 1024 * 1024;

/** The head of a snapshot, which is JSON. */
export interface SnapshotHead {
  readonly format: number;
  /** The newest revision in it. */
  readonly revision: number;
  readonly objects: number;
  /** Time of the snapshot, such as 2026-07-01T12:00:00.000Z. */
  readonly taken: string;
}

/** Throws `Failed` for text that is not a snapshot's head. */
export function parseHead(text: string, file: string): SnapshotHead {
  const head = readHead(text);
  if (head?.format !== undefined && head.format > SNAPSHOT_FORMAT)
    throw new StorageError(
      "Failed",
      `${file} was written by a newer version of sallyport (format ${head.format}; this one reads ${SNAPSHOT_FORMAT})`,
    );
  const isWhole =
    head?.format === SNAPSHOT_FORMAT && isCount(head.revision) && isCount(head.objects) && head.taken;
  if (!isWhole) throw damaged(file, "its head cannot be read");
  return head;
}

function readHead(text: string): SnapshotHead | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

/** Error about a file that is not as a complete snapshot must be. */
export const damaged = (file: string, how: string): StorageError =>
  new StorageError("Failed", `the snapshot ${file} is damaged: ${how}; nothing of it can be trusted`);
