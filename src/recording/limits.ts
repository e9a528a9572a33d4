/** A line of a recording or of an audit log: two objects of 3 MiB, their patches and the rest. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** Objects that are remembered while an audit log is read, as text, all together. */
export const MAX_KNOWN_BYTES = 128 * 1024 * 1024;
