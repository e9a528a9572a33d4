/** The one file that has everything, in the folder of a store. */
export const DATA_FILE = "data.mdb";

/** File of the library about its readers. */
export const LOCK_FILE = "lock.mdb";

/** Returns the folder of a new store that will replace the one at `path`. */
export const incomingBeside = (path: string): string => `${path}.incoming`;
