/** For each item whether an equal one stands before it. Looking it up from the start each time would be quadratic. */
export function repetitionsIn(items: readonly unknown[]): readonly boolean[] {
  const seen = new Set<unknown>();
  return items.map((item) => {
    const isRepeated = seen.has(item);
    seen.add(item);
    return isRepeated;
  });
}
