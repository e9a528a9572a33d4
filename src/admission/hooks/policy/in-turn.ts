/** Acts on one item after the other; waits only where there is something to wait for. */
export function inTurn<T>(
  items: readonly T[],
  act: (item: T) => undefined | Promise<undefined>,
  from = 0,
): undefined | Promise<undefined> {
  for (let i = from; i < items.length; i++) {
    const pending = act(items[i]!);
    if (pending !== undefined) return pending.then(() => inTurn(items, act, i + 1));
  }
  return undefined;
}

/** What `use` makes of a value that may still be on its way. */
export function whenThere<T, R>(value: T | Promise<T>, use: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(use) : use(value);
}
