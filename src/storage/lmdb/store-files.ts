/** The one file that has everything, in the folder of a store. */
export const DATA_FILE = "data.mdb";

/** What the library keeps about those who read. */
export const LOCK_FILE = "lock.mdb";

/** Where the store is built that is to come into the place of `path`. */
export const incomingBeside = (path: string): string => `${path}.incoming`;
