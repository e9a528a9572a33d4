/** A path that cannot be read, or that does not fit the value. */
export class PathError extends Error {}
