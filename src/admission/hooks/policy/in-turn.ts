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
