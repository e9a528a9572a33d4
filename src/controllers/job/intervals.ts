/** From one index to another, both included. */
export type Interval = readonly [first: number, last: number];

/** Indexes in order. No two intervals touch each other, so few of them stand for very many indexes. */
export type Intervals = readonly Interval[];

/** `0-2,5` of the status. Indexes from `completions` on do not count. */
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

export const intervalsOf = (indexes: Iterable<number>): Intervals =>
  merged([...indexes].map((index): Interval => [index, index]));

/** All indexes of all of them. */
export function merged(...lists: readonly Intervals[]): Intervals {
  const result: [number, number][] = [];
  for (const [first, last] of lists.flat().sort((a, b) => a[0] - b[0])) {
    const before = result.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else result.push([first, last]);
  }
  return result;
}

/** How many indexes there are. */
export const sizeOf = (intervals: Intervals): number =>
  intervals.reduce((total, [first, last]) => total + last - first + 1, 0);

export const hasIndex = (intervals: Intervals, index: number): boolean =>
  intervals.some(([first, last]) => first <= index && index <= last);

/** Two in a row are written apart. */
export const writtenIntervals = (intervals: Intervals): string =>
  intervals
    .map(([first, last]) =>
      first === last ? `${first}` : `${first}${last === first + 1 ? "," : "-"}${last}`,
    )
    .join(",");

/** How many indexes both have. */
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

/** The first so many indexes below `completions` that are not taken. */
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
