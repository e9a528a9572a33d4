import type { Pod } from "../../../types/tables/core/v1-types.ts";
import { finishedAt } from "./finished.ts";

const FIRST_MS = 10_000;
const LONGEST_MS = 600_000;

/** The failures of a Job's pods since the last success. */
export interface Backoff {
  readonly failures: number;
  /** Milliseconds since the epoch. */
  readonly lastAt: number;
}

const NONE: Backoff = { failures: 0, lastAt: 0 };

/** Returns the backoff after these pods, which were not counted before: newBackoffRecord of the reference. */
export function nextBackoff(
  before: Backoff = NONE,
  successes: readonly Pod[],
  failures: readonly Pod[],
): Backoff {
  const times = failures.map(finishedAt);
  if (successes.length === 0)
    return times.length === 0
      ? before
      : { failures: before.failures + times.length, lastAt: Math.max(...times) };
  const success = Math.max(...successes.map(finishedAt));
  const later = times.filter((time) => time > success);
  return later.length === 0 ? NONE : { failures: later.length, lastAt: Math.max(...later) };
}

/**
 * Returns the earliest time of the next pod after failures, in milliseconds since the epoch; the delay
 * doubles with each failure, up to 10 minutes. 0: at once.
 */
export const backoffEnd = ({ failures, lastAt }: Backoff): number =>
  failures === 0 ? 0 : lastAt + Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
