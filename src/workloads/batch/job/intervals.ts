/** A range of indexes; both ends are included. */
export type Interval = readonly [first: number, last: number];

/** Indexes in ascending order. Adjacent ranges are merged, so few ranges can represent very many indexes. */
export type Intervals = readonly Interval[];

/** Parses `0-2,5` of the status. Indexes from `completions` on are ignored. */
export function readIntervals(text: string, completions: number): Intervals {
  const parts = text
    .split(",")
    .filter((part) => part !== "")
    .map((part) => part.split("-").map(Number));
  const read = parts
    .map(([first = Number.NaN, last = first]): Interval => [first, Math.min(last, completions - 1)])
    .filter(([first, last]) => first <= last);
  return merged(read);
}

/** Ranges of the indexes, in ascending order. */
export const intervalsOf = (indexes: Iterable<number>): Intervals =>
  merged([...indexes].map((index): Interval => [index, index]));

/** Returns the union of the lists. */
export function merged(...lists: readonly Intervals[]): Intervals {
  const result: [number, number][] = [];
  for (const [first, last] of lists.flat().sort((a, b) => a[0] - b[0])) {
    const before = result.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else result.push([first, last]);
  }
  return result;
}

/** Returns the number of indexes. */
export const sizeOf = (intervals: Intervals): number =>
  intervals.reduce((total, [first, last]) => total + last - first + 1, 0);

/** True if the index is in one of the ranges. */
export const hasIndex = (intervals: Intervals, index: number): boolean =>
  intervals.some(([first, last]) => first <= index && index <= last);

/** Formats intervals as `0-2,5`. Two consecutive indexes are written separately: `0,1`. */
export const writtenIntervals = (intervals: Intervals): string =>
  intervals
    .map(([first, last]) =>
      first === last ? `${first}` : `${first}${last === first + 1 ? "," : "-"}${last}`,
    )
    .join(",");

/** Returns the number of indexes that are in both lists. */
export function overlapOf(some: Intervals, others: Intervals): number {
  let [i, j, total] = [0, 0, 0];
  for (;;) {
    const [one, other] = [some[i], others[j]];
    if (one === undefined || other === undefined) return total;
    total += Math.max(0, Math.min(one[1], other[1]) - Math.max(one[0], other[0]) + 1);
    if (one[1] < other[1]) i++;
    else j++;
  }
}

/** Returns the first `count` indexes below `completions` that are not taken. */
export function freeIndexes(taken: Intervals, completions: number, count: number): number[] {
  const found: number[] = [];
  let index = 0;
  const fillTo = (end: number): void => {
    for (; index < end && found.length < count; index++) found.push(index);
  };
  for (const [first, last] of taken) {
    fillTo(Math.min(first, completions));
    index = Math.max(index, last + 1);
  }
  fillTo(completions);
  return found;
}
