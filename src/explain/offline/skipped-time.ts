import { REAL_TIME, type SteadyClock } from "../../async/steady-clock.ts";
import { VirtualTime } from "../../async/virtual-time.ts";

/** A clock that jumps over the time that recorded calls took. */
export interface SkippedTime extends SteadyClock {
  /** Lets this number of milliseconds pass at once; calls that wait at the same time wait in parallel. */
  skip(milliseconds: number): Promise<void>;
}

/** Returns the real clock, with all the time that was skipped so far. */
export function skippedTime(): SkippedTime {
  const skipped = new VirtualTime();
  return {
    now: () => REAL_TIME.now() + skipped.now(),
    since: (startedAt) => REAL_TIME.since(startedAt) + skipped.now(),
    skip: (milliseconds) => skipped.sleep(milliseconds),
  };
}
