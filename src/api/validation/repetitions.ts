/**
 * Returns, for each item, true if an equal item precedes it. A set is used, because a search for each item would take
 * quadratic time.
 */
export function repetitionsIn(items: readonly unknown[]): readonly boolean[] {
  const seen = new Set<unknown>();
  return items.map((item) => {
    const isRepeated = seen.has(item);
    seen.add(item);
    return isRepeated;
  });
}
