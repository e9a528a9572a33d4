const coerced = new WeakSet<object>();

/**
 * Notes that an applied object lost something when it was read. The reference brings what was merged into its form only when
 * it reads it from the store: its generation has counted the difference by then.
 */
export const noteCoerced = (object: object): void => void coerced.add(object);

/** Whether the object itself was noted. A copy was not. */
export const wasCoerced = (object: object): boolean => coerced.has(object);
