/** Calls `act` for one item after the other; it waits only if `act` returns a promise. */
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
