import { goDurationText } from "../../../go/duration.ts";

/** Timeout of a call, and the timeout that the webhook receives. */
export interface CallBudget {
  readonly timeoutMs: number;
  /** Value of the query parameter `timeout`: whole seconds, rounded up, as Go writes durations. */
  readonly timeoutParam: string;
  /** Time until the deadline of the request, in milliseconds; undefined: no limit. */
  readonly remaining: number | undefined;
}

/** Default timeout of the client, in seconds. */
const CLIENT_SECONDS = 30;

/** Returns the hook's own timeout or the rest of the request's time, whichever is shorter. */
export function callBudget(
  timeoutSeconds: number | undefined,
  deadline: number | undefined,
  now: number,
): CallBudget {
  const remaining = deadline === undefined ? undefined : Math.max(0, deadline - now);
  const own = timeoutSeconds === undefined ? undefined : timeoutSeconds * 1000;
  const told = Math.min(own ?? Number.POSITIVE_INFINITY, remaining ?? Number.POSITIVE_INFINITY);
  const shown = Number.isFinite(told) ? told : CLIENT_SECONDS * 1000;
  return {
    timeoutMs: own === undefined ? Math.min(shown, CLIENT_SECONDS * 1000) : shown,
    timeoutParam: formatSeconds(Math.ceil(shown / 1000)),
    remaining,
  };
}

/** Formats a duration in Go's notation: 10 → `10s`, 90 → `1m30s`, 3600 → `1h0m0s`. */
export const formatSeconds = (seconds: number): string => goDurationText(seconds * 1e9);
