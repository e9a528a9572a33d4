/** Maximum delay of a timer in Node, about 24 days. A longer delay would become one millisecond. */
const LONGEST_MS = 2 ** 31 - 1;

/** Limits a configured delay to the maximum that Node's timers support, in milliseconds. */
export const timerMs = (milliseconds: number): number => Math.min(milliseconds, LONGEST_MS);
