/** What `use` makes of a value that may still be on its way; a promise only when it is. */
export function whenThere<T, R>(value: T | Promise<T>, use: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(use) : use(value);
}
