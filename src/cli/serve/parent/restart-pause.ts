/** A server that has lived for this long has not failed at its start, in milliseconds. */
const LIVED_MS = 10_000;
const FIRST_MS = 1000;
const MOST_MS = 30_000;

/**
 * Returns a function that gives the pause before a server is started again, in milliseconds, from the time for which it has lived:
 * none after ten seconds; otherwise 1, 2, 4 and so on to 30 seconds.
 */
export function restartPauses(): (livedMs: number) => number {
  let next = FIRST_MS;
  return (livedMs) => {
    if (livedMs >= LIVED_MS) {
      next = FIRST_MS;
      return 0;
    }
    const pause = next;
    next = Math.min(MOST_MS, next * 2);
    return pause;
  };
}
