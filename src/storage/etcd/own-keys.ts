import { StorageError } from "../storage.ts";
import type { Keys } from "./keys.ts";

/**
 * Keys of our own below the prefix; they hold no objects, and are not read as such. This one is written when
 * nothing else shows the position of a watch.
 */
const MARK = "sallyport/newest";
/** Lock of the server that defragments the members. */
const UPKEEP = "sallyport/upkeep";
/** Lies there as long as a copy into this prefix is not complete. */
const COPY_RECORD = "sallyport/copy";

/** Keys of this project's own data below the prefix. */
export interface OwnKeys {
  readonly mark: string;
  readonly upkeep: string;
  readonly copyRecord: string;
  has(key: string): boolean;
}

/** Returns the keys for the prefix of `keys`. */
export function ownKeys(keys: Keys): OwnKeys {
  const [mark, upkeep, copyRecord] = [keys.below(MARK), keys.below(UPKEEP), keys.below(COPY_RECORD)];
  const all = new Set([mark, upkeep, copyRecord]);
  return { mark, upkeep, copyRecord, has: (key) => all.has(key) };
}

/** Throws `Failed` if the entries are those of an unfinished copy. */
export function assertNoUnfinishedCopy(
  entries: readonly { readonly key: string; readonly bytes: Uint8Array }[],
  { copyRecord }: OwnKeys,
): void {
  const record = entries.find(({ key }) => key === copyRecord);
  if (record !== undefined) throw unfinishedCopy(record.bytes);
}

/** Returns the error about a prefix with an unfinished copy; `record`: the bytes of the copy's record. */
export const unfinishedCopy = (record: Uint8Array): StorageError =>
  new StorageError(
    "Failed",
    `an unfinished copy of ${sourceOf(record)} lies there; run the same \`sallyport storage copy\` again to finish it`,
  );

/** Encodes a copy's record. */
export const recordOf = (source: string): Buffer => Buffer.from(JSON.stringify({ source }));

/** The source that a copy's record names. */
export function sourceOf(bytes: Uint8Array): string {
  const { source } = JSON.parse(Buffer.from(bytes).toString()) as { source?: string };
  return source ?? "another store";
}
