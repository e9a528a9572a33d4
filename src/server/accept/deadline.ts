import { badRequest } from "../../api/status.ts";
import { parseGoDuration } from "../../go/duration.ts";

/**
 * Without --request-timeout: default and upper bound of a request's time, in milliseconds (apiserver/pkg/endpoints/filters/request_deadline.go,
 * WithRequestDeadline).
 */
export const REQUEST_TIMEOUT_MS = 60_000;
/** Without --min-request-timeout: shortest lifetime of a watch, in seconds (apiserver/pkg/server/config.go, NewConfig). */
export const MIN_REQUEST_TIMEOUT_S = 1800;
/**
 * Upper bound of the work behind create, update, patch and delete (apiserver/pkg/endpoints/handlers/rest.go,
 * requestTimeoutUpperBound).
 */
export const HANDLER_TIMEOUT_MS = 34_000;

/**
 * Returns the time limit of a request in milliseconds, from its `?timeout=`: `maximum` if it is absent, not
 * positive or longer. Throws 400 for a malformed duration.
 */
export function requestTimeout(value: string | null, maximum = REQUEST_TIMEOUT_MS): number {
  if (value === null || value === "") return maximum;
  const nanos = parseGoDuration(value);
  if (typeof nanos === "string") throw badRequest(`invalid timeout specified in the request URL - ${nanos}`);
  const asked = Number(nanos) / 1e6;
  return asked <= 0 || asked > maximum ? maximum : asked;
}
