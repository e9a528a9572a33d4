/** A clock that is never set back: for how long something takes. */
export interface SteadyClock {
  /** Milliseconds. */
  now(): number;
  /** Milliseconds since a time of `performance.now`. */
  since(startedAt: number): number;
}

/** Time as it passes. */
export const REAL_TIME: SteadyClock = {
  now: () => performance.now(),
  since: (startedAt) => performance.now() - startedAt,
};
