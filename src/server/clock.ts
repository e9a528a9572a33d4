/** The time of the server. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
