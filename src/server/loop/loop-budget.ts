import { setImmediate } from "node:timers/promises";
import type { LongBody, ServerRequest, ServerResponse } from "../../api/exchange/exchange.ts";
import type { UserInfo } from "../../api/meta.ts";
import type { RequestInfo } from "../accept/request-info.ts";

/** The parts of a request that the loop budget uses (`request-context.ts`). */
export interface LoopUser {
  readonly request: ServerRequest;
  readonly info: RequestInfo;
  readonly user: UserInfo;
  readonly auditId: string;
  readonly served: { readonly resource: string } | undefined;
  /**
   * `ms`: loop time that the request has used. `prepaidMs`: loop time that it has waited for and not used
   * yet. Both are in milliseconds.
   */
  readonly loop: { ms: number; prepaidMs: number };
}

/** Distributes the time of the event loop among requests. */
export interface LoopBudget {
  /**
   * The event loop works for this request from now on. Must be called after each wait that can be followed by
   * much work.
   */
  work(context: LoopUser): void;
  /**
   * Resolves when a request may continue that is known to hold the loop for long, or whose `bytes` will.
   * Undefined means now. Throws 429 when too many requests wait.
   */
  turn(context: LoopUser, bytes: number): Promise<void> | undefined;
  /**
   * Resolves when an unauthenticated request may continue. Undefined means now. Throws 429 and ends the
   * connection when the connection has too many such requests.
   */
  anonymousTurn(context: LoopUser): Promise<void> | undefined;
  /**
   * Resolves when a response of `bytes` bytes may be made. Undefined means now. Throws 429 when too many
   * requests wait.
   */
  answerTurn(context: LoopUser, bytes: number): Promise<void> | undefined;
  /**
   * Resolves when a response may continue that has sent `bytes` bytes since its last turn. Undefined means
   * now.
   */
  sentTurn(context: LoopUser, bytes: number): Promise<void> | undefined;
  /** Resolves when a long request may do its next step. */
  step(context: LoopUser): Promise<void>;
  /** Returns a long body that makes each piece when it is the turn of the request. */
  paced(context: LoopUser, body: LongBody): LongBody;
  /** The response is complete. Records the loop time of the request and charges the time to send the response. */
  finished(context: LoopUser, response: ServerResponse): void;
}

/** A budget without limits and without accounting, for servers that are called in memory. */
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
