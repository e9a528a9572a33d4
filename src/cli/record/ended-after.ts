/** Timers of Node end early when they are to wait longer. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Returns a signal that is aborted with `stop`, or after the given number of milliseconds. The timer keeps
 * the signal alive: the caller may drop it.
 */
export function endedAfter(milliseconds: number, stop: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const end = (): void => controller.abort();
  setTimeout(end, Math.min(milliseconds, LONGEST_MS)).unref();
  if (stop.aborted) end();
  else stop.addEventListener("abort", end, { once: true });
  return controller.signal;
}
