import type { AuthenticateToken, TokenOwner } from "./authenticate-token.ts";

/**
 * Combines authenticators. The first one that knows a token decides; otherwise the problems of all are
 * reported.
 */
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
