import type { Keeping } from "../kept-answers.ts";
import { rememberAnswers } from "../remember-answers.ts";
import type { AuthenticateToken, TokenOwner } from "./authenticate-token.ts";

interface TokenMemory {
  /** Time that an accepted token is remembered, in milliseconds. 0 means that it is not remembered. */
  readonly acceptedMs: number;
  /** Time that an unknown token is remembered, in milliseconds. 0 means that it is not remembered. */
  readonly refusedMs: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Maximum number of tokens that are authenticated at a time; default 1,000. */
  readonly mostAtOnce?: number;
}

/** Maximum number of accepted tokens in memory, and of refused ones. */
const MOST_TOKENS = 4096;

/**
 * Authenticates a token once at a time, and remembers the result for some time. Only hashes of tokens are
 * kept. Problems are not remembered, because they can be temporary.
 */
export function rememberTokens(
  authenticate: AuthenticateToken,
  { acceptedMs, refusedMs, now, mostAtOnce }: TokenMemory,
): AuthenticateToken {
  const askOnce = rememberAnswers<TokenOwner>(MOST_TOKENS, now, mostAtOnce);
  const keeping = (owner: TokenOwner): Keeping => {
    if (owner === undefined) return { accepts: false, forMs: refusedMs };
    return { accepts: true, forMs: "problem" in owner ? 0 : acceptedMs };
  };
  return async (token, audiences) =>
    askOnce(JSON.stringify([token, audiences]), () => authenticate(token, audiences), keeping);
}
