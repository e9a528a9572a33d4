/**
 * Applies `use` to a value or to the result of a promise. Returns a promise only if `value` or the result of `use` is
 * one.
 */
export function thenMaybe<T, R>(value: T | Promise<T>, use: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(use) : use(value);
}
