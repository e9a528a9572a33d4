/** A monotonic clock for durations. */
export interface SteadyClock {
  /** Current time in milliseconds. */
  now(): number;
  /** Milliseconds since `startedAt`, a time of `performance.now`. */
  since(startedAt: number): number;
}

/** A clock that always returns 0: every duration is zero, on a busy machine, too. */
export const STANDING_TIME: SteadyClock = { now: () => 0, since: () => 0 };

/** The real clock. */
export const REAL_TIME: SteadyClock = {
  now: () => performance.now(),
  since: (startedAt) => performance.now() - startedAt,
};
