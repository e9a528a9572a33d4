/** The longest that a timer of Node takes, 24 days: with more it ends after a millisecond. */
const LONGEST_MS = 2 ** 31 - 1;

/** What a timer can be given for a time that somebody else chose. */
export const timerMs = (milliseconds: number): number => Math.min(milliseconds, LONGEST_MS);
