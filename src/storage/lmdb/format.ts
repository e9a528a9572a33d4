import { StorageError } from "../storage.ts";

/** The layout of the files. Raised when an older version of this program could not read them any more. */
export const FORMAT = "1";

/** Throws unless a store that says `found` can be read. `empty`: there is nothing in it yet. */
export function assertFormat(path: string, found: string | undefined, empty: boolean): void {
  if (found === FORMAT || (found === undefined && empty)) return;
  const what = found === undefined ? "no format version" : `format ${found}`;
  throw new StorageError(
    "Failed",
    `the store in ${path} has ${what}; this version of sallyport reads format ${FORMAT} only`,
  );
}
