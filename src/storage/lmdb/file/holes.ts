import type { KeyRange } from "./walk-tree.ts";

/** True if a key is in one of the ranges, which are in ascending order and do not overlap. */
export function isInside(ranges: readonly KeyRange[], key: Buffer): boolean {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const from = ranges[middle]?.from;
    if (from === undefined || from.compare(key) <= 0) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low - 1];
  return range !== undefined && (range.to === undefined || range.to.compare(key) > 0);
}
