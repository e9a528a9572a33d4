/** Calls `act` for one item after the other; it waits only if `act` returns a promise. */
export function oneByOne<T>(
  items: readonly T[],
  act: (item: T) => undefined | Promise<undefined>,
  from = 0,
): undefined | Promise<undefined> {
  for (let i = from; i < items.length; i++) {
    const pending = act(items[i]!);
    if (pending !== undefined) return pending.then(() => oneByOne(items, act, i + 1));
  }
  return undefined;
}
