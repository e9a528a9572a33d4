import { createHash } from "node:crypto";
import type { AuthenticateToken, TokenOwner } from "./authenticate-token.ts";

export interface TokenMemory {
  /** Milliseconds for which a token that is known is not asked about again; 0: not remembered. */
  readonly acceptedMs: number;
  /** The same for one that nobody knows. */
  readonly refusedMs: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Tokens that are remembered. */
const MOST_TOKENS = 4096;

/**
 * Asks about a token once at a time, and then not again for some time; only hashes are kept. Problems are not remembered:
 * they may pass.
 */
export function rememberTokens(
  authenticate: AuthenticateToken,
  { acceptedMs, refusedMs, now }: TokenMemory,
): AuthenticateToken {
  const known = new Map<string, { readonly owner: TokenOwner; readonly until: number }>();
  const underWay = new Map<string, Promise<TokenOwner>>();
  const ask = async (key: string, token: string, audiences: readonly string[] | undefined) => {
    try {
      const owner = await authenticate(token, audiences);
      const isProblem = owner !== undefined && "problem" in owner;
      const until = now() + (isProblem ? 0 : owner === undefined ? refusedMs : acceptedMs);
      if (until > now()) {
        if (known.size >= MOST_TOKENS) known.clear();
        known.set(key, { owner, until });
      }
      return owner;
    } finally {
      underWay.delete(key);
    }
  };
  return (token, audiences) => {
    const key = createHash("sha256")
      .update(JSON.stringify([token, audiences]))
      .digest("base64");
    const before = known.get(key);
    if (before !== undefined && now() < before.until) return Promise.resolve(before.owner);
    const waiting = underWay.get(key) ?? ask(key, token, audiences);
    underWay.set(key, waiting);
    return waiting;
  };
}
