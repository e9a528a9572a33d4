/** A member that may be absent: with `exactOptionalPropertyTypes`, a type has to say that it may be undefined. */
export type Opt<T> = T | undefined;
