import type { FieldReport } from "../../../../api/validation/field-path.ts";

/**
 * Checks that a list has at most `max` items, and checks each item. Items of a longer list are not checked.
 */
export function checkList<T>(
  items: readonly T[] | undefined,
  max: number,
  check: (item: T, at: FieldReport) => void,
  at: FieldReport,
): void {
  if (items === undefined) return;
  if (items.length > max) {
    at.tooMany(items.length, max);
    return;
  }
  at.each(items, check);
}

/** Like `checkList`; no two items may have the same key. */
export function checkSet<T>(
  items: readonly T[] | undefined,
  max: number,
  check: (item: T, at: FieldReport) => void,
  keyOf: (item: T) => string,
  at: FieldReport,
  printed: (item: T) => unknown = keyOf,
): void {
  checkList(items, max, check, at);
  if (items === undefined || items.length > max) return;
  const seen = new Set<string>();
  items.forEach((item, i) => {
    const key = keyOf(item);
    if (seen.has(key)) at.index(i).duplicate(printed(item));
    seen.add(key);
  });
}
