import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { isLongRunning } from "./in-time.ts";
import type { RequestInfo } from "./request-info.ts";

/** How many requests may be under way at once; 0: as many as come. */
export interface InFlightLimits {
  readonly readOnly: number;
  readonly mutating: number;
}

/** Takes a place until the function that it answers is called; undefined: all are taken. */
export type TakePlace = (context: RequestContext) => (() => void) | undefined;

/** As the reference's `--max-requests-inflight`. What has a priority level that is exempt, and what stays open, takes no place. */
export function inFlightLimit({ readOnly, mutating }: InFlightLimits): TakePlace {
  const reads: Places = { limit: readOnly, taken: 0 };
  const writes: Places = { limit: mutating, taken: 0 };
  return (context) => {
    const places = isRead(context.info) ? reads : writes;
    if (places.limit === 0 || isExempt(context)) return NOTHING_TAKEN;
    if (places.taken >= places.limit) return undefined;
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

const NOTHING_TAKEN = (): void => {};
const READS: ReadonlySet<string> = new Set(["get", "head", "list", "watch"]);

/** Whether a request changes nothing, by its verb. */
export const isRead = ({ verb }: RequestInfo): boolean => READS.has(verb);

const isExempt = ({ info, flow }: RequestContext): boolean => isLongRunning(info) || flow?.exempt === true;

/** Not a Status: the reference says it before it has looked at what the client accepts. */
export const TOO_MANY: Answer = {
  kind: "raw",
  response: {
    status: 429,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "retry-after": "1",
      "x-content-type-options": "nosniff",
    },
    body: "Too many requests, please try again later.\n",
  },
};
