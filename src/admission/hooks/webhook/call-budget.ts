import { goDurationText } from "../../../api/go-duration.ts";

/** How long a call may take, and what the webhook is told about it. */
export interface CallBudget {
  readonly timeoutMs: number;
  /** The `timeout` query parameter: whole seconds, rounded up, as Go writes durations. */
  readonly timeoutParam: string;
  /** Milliseconds left of the request's own time; undefined: no limit. */
  readonly remaining: number | undefined;
}

/** What a client does whose caller names no time. */
const CLIENT_SECONDS = 30;

/** The hook's own timeout or the rest of the request's time, whichever ends first. */
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

/** 10 → `10s`, 90 → `1m30s`, 3600 → `1h0m0s`. */
export const formatSeconds = (seconds: number): string => goDurationText(seconds * 1e9);
