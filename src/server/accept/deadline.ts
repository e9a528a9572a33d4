import { quote } from "../../api/field-error.ts";
import { badRequest } from "../../api/status.ts";
import { parseDuration } from "./duration.ts";

/** Default and upper bound of a request's time, in milliseconds (admission.md 1.1). */
export const REQUEST_TIMEOUT_MS = 60_000;
/** Upper bound of the work behind create, update, patch and delete (1.2). */
export const HANDLER_TIMEOUT_MS = 34_000;

/** What `?timeout=` makes of the request's time. Malformed: 400. */
export function requestTimeout(value: string | null, maximum = REQUEST_TIMEOUT_MS): number {
  if (value === null || value === "") return maximum;
  const asked = parseDuration(value);
  if (asked === undefined) {
    throw badRequest(`invalid timeout specified in the request URL - ${durationProblem(value)}`);
  }
  return asked <= 0 || asked > maximum ? maximum : asked;
}

/** The two complaints of Go's parser that people meet. */
function durationProblem(value: string): string {
  if (/^[-+]?\d+(\.\d*)?$/.test(value)) return `time: missing unit in duration ${quote(value)}`;
  const unit = /^[-+]?[\d.]+([a-zA-Z]+)/.exec(value)?.[1];
  if (unit !== undefined) return `time: unknown unit ${quote(unit)} in duration ${quote(value)}`;
  return `time: invalid duration ${quote(value)}`;
}
