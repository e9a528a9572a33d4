import type { UserInfo } from "../../api/meta.ts";
import type { Keeping } from "../remember-answers.ts";
import { rememberAnswers } from "../remember-answers.ts";
import type { Authenticator } from "./authenticate.ts";
import { tokenIn } from "./bearer-token.ts";

/**
 * The user and the audiences of a token, or the reason why it is not accepted. Undefined means that this
 * authenticator does not know the token.
 */
export type TokenOwner =
  | { readonly user: UserInfo; readonly audiences: readonly string[] }
  | { readonly problem: string }
  | undefined;

/** Authenticates one token. `audiences` are the expected recipients; the default is this server. */
export type AuthenticateToken = (token: string, audiences?: readonly string[]) => Promise<TokenOwner>;

/** An authenticator for requests with a token. `tell` gets the reason why a token is not accepted, and the path of the request. */
export function requestToken(
  authenticate: AuthenticateToken,
  tell: (problem: string, path: string) => void,
): Authenticator {
  return ({ headers, path }) => {
    const token = tokenIn(headers);
    if (token === undefined) return undefined;
    if (token === false) return "invalid";
    return authenticate(token).then((owner) => {
      if (owner !== undefined && !("problem" in owner)) return owner.user;
      tell(owner?.problem ?? "no authenticator knows the token", path);
      return "invalid";
    });
  };
}

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

/** Combines authenticators. The first that knows a token decides; otherwise all problems are reported. */
export function unionTokens(authenticators: readonly AuthenticateToken[]): AuthenticateToken {
  return async (token, audiences) => {
    const problems: string[] = [];
    for (const authenticate of authenticators) {
      const owner: TokenOwner = await authenticate(token, audiences);
      if (owner === undefined) continue;
      if (!("problem" in owner)) return owner;
      problems.push(owner.problem);
    }
    return problems.length === 0 ? undefined : { problem: problems.join(", ") };
  };
}

/** Makes the server the audience of tokens without audiences. */
export function forServer(
  authenticate: AuthenticateToken,
  serverAudiences: readonly string[],
): AuthenticateToken {
  return async (token, wanted = serverAudiences) => {
    const audiences = serverAudiences.filter((audience) => wanted.includes(audience));
    if (audiences.length === 0) return undefined;
    const owner = await authenticate(token, wanted);
    return owner === undefined || "problem" in owner ? owner : { ...owner, audiences };
  };
}
