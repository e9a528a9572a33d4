import { quote } from "../../go/quote.ts";
import type { AuthenticateToken } from "../authenticate/authenticate-token.ts";
import { checkToken, type TokenLookup } from "./check-token.ts";
import type { TokenIssuer } from "./token-issuer.ts";

/** An authenticator for tokens of service accounts. */
export function tokenAuthentication(issuer: TokenIssuer, lookup: TokenLookup): AuthenticateToken {
  return async (token, wanted = issuer.audiences) => {
    const read = await issuer.read(token);
    if (read === undefined || "problem" in read) return read;
    const given = audiencesOf(read.claims.aud, issuer);
    const audiences = given.filter((audience) => wanted.includes(audience));
    if (audiences.length === 0)
      return {
        problem: `token audiences ${list(given)} is invalid for the target audiences ${list(wanted)}`,
      };
    const verdict = await checkToken(lookup, read.claims, token);
    return "problem" in verdict ? verdict : { user: verdict.user, audiences };
  };
}

/** Returns the audiences of a token. A token without audiences is for this server. */
function audiencesOf(aud: string | string[] | undefined, issuer: TokenIssuer): readonly string[] {
  const given = typeof aud === "string" ? [aud] : (aud ?? []);
  return given.length === 0 ? issuer.audiences : given;
}

const list = (texts: readonly string[]): string => `[${texts.map(quote).join(" ")}]`;
