import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { isLongRunning } from "./in-time.ts";
import type { RequestInfo } from "./request-info.ts";

/** How many requests may be under way at once; 0: as many as come. */
export interface InFlightLimits {
  readonly readOnly: number;
  readonly mutating: number;
}

/** A place is taken until this is called. */
export type Leave = () => void;

/** Takes a place, at once where there is one. An answer: there is none, and this says so to the client. */
export type TakePlace = (context: RequestContext) => Leave | Answer | Promise<Leave | Answer>;

/**
 * As the reference's `--max-requests-inflight` without priority and fairness (apiserver/pkg/server/filters/maxinflight.go).
 * What stays open takes no place, and administrators are let in all the same.
 */
export function inFlightLimit({ readOnly, mutating }: InFlightLimits): TakePlace {
  const reads: Places = { limit: readOnly, taken: 0 };
  const writes: Places = { limit: mutating, taken: 0 };
  return ({ info, user }) => {
    const places = isRead(info) ? reads : writes;
    if (places.limit === 0 || isLongRunning(info)) return NOTHING_TAKEN;
    if (places.taken >= places.limit)
      return user.groups.includes("system:masters") ? NOTHING_TAKEN : tooMany(1);
    places.taken += 1;
    return () => {
      places.taken -= 1;
    };
  };
}

interface Places {
  readonly limit: number;
  taken: number;
}

/** Of requests that nobody limits. */
export const NOTHING_TAKEN: Leave = () => {};
const READS: ReadonlySet<string> = new Set(["get", "head", "list", "watch"]);

/** Whether a request changes nothing, by its verb. */
export const isRead = ({ verb }: RequestInfo): boolean => READS.has(verb);

/** Not a Status: the reference says it before it has looked at what the client accepts. */
export const tooMany = (retryAfterSeconds: number): Answer => ({
  kind: "raw",
  response: {
    status: 429,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "retry-after": String(retryAfterSeconds),
      "x-content-type-options": "nosniff",
    },
    body: "Too many requests, please try again later.\n",
  },
});
