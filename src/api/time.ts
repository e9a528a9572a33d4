import { remembered } from "../async/remembered.ts";
/** Go's zero time in its text form. */
export const ZERO_TIME = "0001-01-01T00:00:00Z";

/** Many writes occur in the same second. */
const secondText = remembered((second) => `${new Date(Number(second) * 1000).toISOString().slice(0, 19)}Z`, {
  entries: 60,
});

/** Formats milliseconds since the epoch as metav1.Time: RFC 3339 in whole seconds. */
export const formatTime = (milliseconds: number): string =>
  secondText(String(Math.floor(milliseconds / 1000)));

/** Formats milliseconds since the epoch as metav1.MicroTime, with microseconds: `2026-07-01T12:00:00.000000Z`. */
export const formatMicroTime = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace("Z", "000Z");
