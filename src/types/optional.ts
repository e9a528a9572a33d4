/** The same members; all of them may be absent. */
export type Optional<T> = { [K in keyof T]?: T[K] | undefined };
