import { StorageError } from "../storage.ts";

/**
 * The layout of the files. Raised when an older version of this program could not read them any more. Since format 2,
 * values have checksums (`summed-value.ts`), and the notes have a total (`total.ts`).
 */
export const FORMAT = "2";
/** Their values are read as they are, and get checksums when they are written. */
const OLDER = "1";

/** Throws unless a store with the format `found` can be read. `empty`: the store has no contents yet. */
export function assertFormat(path: string, found: string | undefined, empty: boolean): void {
  if (found === FORMAT || found === OLDER || (found === undefined && empty)) return;
  const what = found === undefined ? "no format version" : `format ${found}`;
  throw new StorageError(
    "Failed",
    `the store in ${path} has ${what}; this version of sallyport reads the formats ${OLDER} and ${FORMAT}`,
  );
}
