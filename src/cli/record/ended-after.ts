/** Timers of Node end early when they are to wait longer. */
const LONGEST_MS = 2 ** 31 - 1;

/** Aborted with `stop`, or after so long. The timer holds it: nobody else may. */
export function endedAfter(milliseconds: number, stop: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const end = (): void => controller.abort();
  setTimeout(end, Math.min(milliseconds, LONGEST_MS)).unref();
  if (stop.aborted) end();
  else stop.addEventListener("abort", end, { once: true });
  return controller.signal;
}
