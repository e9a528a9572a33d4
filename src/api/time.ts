/** Go's zero time in its text form. */
export const ZERO_TIME = "0001-01-01T00:00:00Z";

let last = { second: -1, text: "" };

/**
 * Formats milliseconds since the epoch as metav1.Time: RFC 3339 in whole seconds. The last result is cached, because
 * many writes occur in the same second.
 */
export function formatTime(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000);
  if (second !== last.second)
    last = { second, text: `${new Date(milliseconds).toISOString().slice(0, 19)}Z` };
  return last.text;
}

/** Formats milliseconds since the epoch as metav1.MicroTime, with microseconds: `2026-07-01T12:00:00.000000Z`. */
export const formatMicroTime = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace("Z", "000Z");
