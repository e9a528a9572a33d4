import type { RequestContext } from "../request-context.ts";
import { type Answer, rawAnswer } from "../respond/answer.ts";
import { isLongRunning } from "./in-time.ts";
import type { RequestInfo } from "./request-info.ts";

/** Upper bounds of concurrent requests; 0: unlimited. */
export interface InFlightLimits {
  readonly readOnly: number;
  readonly mutating: number;
}

/** Releases the place of a request. */
export type Leave = () => void;

/** Takes a place, at once if one is free. An Answer instead of a function refuses the request. */
export type TakePlace = (context: RequestContext) => Leave | Answer | Promise<Leave | Answer>;

/**
 * Limits concurrent requests like the reference's `--max-requests-inflight` without priority and fairness
 * (apiserver/pkg/server/filters/maxinflight.go). Long-running requests take no place; members of
 * `system:masters` are admitted beyond the limit.
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

/** Release function of requests without a limit. */
export const NOTHING_TAKEN: Leave = () => {};
const READS: ReadonlySet<string> = new Set(["get", "head", "list", "watch"]);

/** True if a request changes nothing, by its verb. */
export const isRead = ({ verb }: RequestInfo): boolean => READS.has(verb);

/** Builds the 429 refusal. It is plain text and no Status: the reference writes it before content negotiation. */
export const tooMany = (retryAfterSeconds: number): Answer =>
  rawAnswer(
    429,
    {
      "content-type": "text/plain; charset=utf-8",
      "retry-after": String(retryAfterSeconds),
      "x-content-type-options": "nosniff",
    },
    "Too many requests, please try again later.\n",
  );
