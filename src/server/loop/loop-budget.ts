import { setImmediate } from "node:timers/promises";
import type { LongBody, ServerRequest, ServerResponse } from "../../api/exchange.ts";
import type { UserInfo } from "../../api/meta.ts";
import type { RequestInfo } from "../accept/request-info.ts";

/** A request, as far as it matters here (`request-context.ts`). */
export interface LoopUser {
  readonly request: ServerRequest;
  readonly info: RequestInfo;
  readonly user: UserInfo;
  readonly auditId: string;
  readonly served: { readonly resource: string } | undefined;
  /** Milliseconds of the event loop that it has used, and those that it has waited for and not used. */
  readonly loop: { ms: number; prepaidMs: number };
}

/** Shares the one event loop out among requests. */
export interface LoopBudget {
  /** The loop works for this request from here on. To be said after each wait behind which there may be much to do. */
  work(context: LoopUser): void;
  /**
   * Resolves when a request may go on that is known to take the loop for long, or has so many bytes that it will; undefined:
   * now. Throws 429 when too many wait.
   */
  turn(context: LoopUser, bytes: number): Promise<void> | undefined;
  /**
   * Resolves when a request may go on of which nobody knows who sent it; undefined: now. Throws 429, and ends the connection,
   * when it has too many such requests.
   */
  anonymousTurn(context: LoopUser): Promise<void> | undefined;
  /** The same for an answer of so many bytes, before it is made. */
  answerTurn(context: LoopUser, bytes: number): Promise<void> | undefined;
  /** Resolves when an answer may go on of which so many bytes are on their way since its last turn; undefined: now. */
  sentTurn(context: LoopUser, bytes: number): Promise<void> | undefined;
  /** Resolves when a long request may do its next step. */
  step(context: LoopUser): Promise<void>;
  /** A long answer whose pieces are made when it is its turn. */
  paced(context: LoopUser, body: LongBody): LongBody;
  /** Its answer is there: what it took, and what it will take to send it, is remembered. */
  finished(context: LoopUser, response: ServerResponse): void;
}

/** Nobody waits and nothing is counted: for servers that are called in memory. */
export const UNLIMITED_LOOP: LoopBudget = {
  work() {},
  turn: () => undefined,
  answerTurn: () => undefined,
  sentTurn: () => undefined,
  step: () => setImmediate(),
  anonymousTurn: () => undefined,
  paced: (_context, body) => body,
  finished() {},
};
