/** Longest line of a recording or of an audit log, in bytes: two objects of 3 MiB, their patches and the rest. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** Limit for the objects that are remembered while an audit log is read, in bytes of text, all together. */
export const MAX_KNOWN_BYTES = 128 * 1024 * 1024;
