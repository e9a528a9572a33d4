import { atoi } from "../../../../go/atoi.ts";
import { quote } from "../../../../go/quote.ts";

interface Interval {
  readonly first: number;
  readonly last: number;
}

/**
 * Returns the number of indexes in a text such as `1,3-5`, or its problem. All indexes must be below
 * `completions`.
 */
export function countIndexes(text: string, completions: number): number | string {
  if (text === "") return 0;
  let previous: number | undefined;
  let total = 0;
  for (const part of text.split(",")) {
    const interval = parseInterval(part, completions);
    if (typeof interval === "string") return interval;
    if (previous !== undefined && previous >= interval.first) return notIncreasing(previous, interval.first);
    total += interval.last - interval.first + 1;
    previous = interval.last;
  }
  return total;
}

const notIncreasing = (previous: number, current: number): string =>
  `non-increasing order, previous: ${previous}, current: ${current}`;

function parseInterval(text: string, completions: number): Interval | string {
  const limits = text.split("-");
  if (limits.length > 2)
    return `the fragment ${quote(text)} violates the requirement that an index interval can have at most two parts separated by '-'`;
  const numbers: number[] = [];
  for (const limit of limits) {
    const index = integerOf(limit);
    if (index === undefined) return `cannot convert string to integer for index: ${quote(limit)}`;
    if (index >= completions) return `too large index: ${quote(limit)}`;
    numbers.push(index);
  }
  const [first = 0, last = first] = numbers;
  return limits.length === 2 && first >= last ? notIncreasing(first, last) : { first, last };
}

function integerOf(text: string): number | undefined {
  try {
    return Number(atoi(text));
  } catch {
    return undefined;
  }
}

/** Returns the problem if an index is in both texts. Parts that cannot be parsed are ignored. */
export function overlapProblem(completed: string, failed: string, completions: number): string | undefined {
  const [done, lost] = [readable(completed, completions), readable(failed, completions)];
  for (const a of done) {
    for (const b of lost) {
      if (a.first > b.last || b.first > a.last) continue;
      return `failedIndexes and completedIndexes overlap at index: ${Math.max(a.first, b.first)}`;
    }
  }
  return undefined;
}

const readable = (text: string, completions: number): Interval[] =>
  text.split(",").flatMap((part) => {
    const interval = parseInterval(part, completions);
    return typeof interval === "string" ? [] : [interval];
  });
