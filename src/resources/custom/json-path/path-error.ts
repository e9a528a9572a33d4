/** Error of a path that cannot be parsed, or that does not fit the value. */
export class PathError extends Error {}
