import type { LongBody, ServerResponse } from "../../api/exchange.ts";
import type { RequestContext } from "../request-context.ts";

/** Shares the one event loop out among requests. */
export interface LoopBudget {
  /** The loop works for this request from here on. To be said after each wait behind which there may be much to do. */
  work(context: RequestContext): void;
  /**
   * Resolves when a request may go on that is known to take the loop for long, or has so many bytes that it will; undefined:
   * now. The loop then works for it. Throws 429 when too many wait.
   */
  turn(context: RequestContext, bytes: number): Promise<void> | undefined;
  /** A long answer whose pieces are made when it is its turn. */
  paced(context: RequestContext, body: LongBody): LongBody;
  /** Its answer is there: what it took, and what it will take to send it, is remembered. */
  finished(context: RequestContext, response: ServerResponse): void;
}

/** Nobody waits and nothing is counted: for servers that are called in memory. */
export const UNLIMITED_LOOP: LoopBudget = {
  work() {},
  turn: () => undefined,
  paced: (_context, body) => body,
  finished() {},
};
