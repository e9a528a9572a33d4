import type { Keeping } from "../kept-answers.ts";
import { rememberAnswers } from "../remember-answers.ts";
import type { AuthenticateToken, TokenOwner } from "./authenticate-token.ts";

export interface TokenMemory {
  /** Milliseconds for which a token that is known is not asked about again; 0: not remembered. */
  readonly acceptedMs: number;
  /** The same for one that nobody knows. */
  readonly refusedMs: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Tokens that are asked about at a time; default 1,000. */
  readonly mostAtOnce?: number;
}

/** Tokens that are remembered: so many that are accepted, and as many that are not. */
const MOST_TOKENS = 4096;

/**
 * Asks about a token once at a time, and then not again for some time; only hashes are kept. Problems are not remembered:
 * they may pass.
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
