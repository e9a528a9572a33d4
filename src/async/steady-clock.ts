/** A monotonic clock for durations. */
export interface SteadyClock {
  /** Current time in milliseconds. */
  now(): number;
  /** Milliseconds since `startedAt`, a time of `performance.now`. */
  since(startedAt: number): number;
}

/** The real clock. */
export const REAL_TIME: SteadyClock = {
  now: () => performance.now(),
  since: (startedAt) => performance.now() - startedAt,
};
