import type { AuthenticateToken, TokenOwner } from "./authenticate-token.ts";

/** The first that knows a token decides; otherwise all that was wrong with it is told. */
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

/** Tokens that say nothing of audiences are for the server, whatever it is called. */
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
