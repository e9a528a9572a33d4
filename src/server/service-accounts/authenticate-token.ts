import type { UserInfo } from "../../api/meta.ts";
import { quote } from "../../api/quote.ts";
import type { Authenticator } from "../authenticate/authenticate.ts";
import { tokenOf } from "../authenticate/bearer-token.ts";
import { checkToken, type TokenLookup } from "./check-token.ts";
import type { TokenIssuer } from "./token-issuer.ts";

/** Whom a token stands for and towards whom, or why not; undefined: it is no token of a service account. */
export type TokenOwner =
  | { readonly user: UserInfo; readonly audiences: readonly string[] }
  | { readonly problem: string }
  | undefined;

/** Asks for one token; `audiences`: who wants to know, by default this server. */
export type AuthenticateToken = (token: string, audiences?: readonly string[]) => Promise<TokenOwner>;

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

/** Tokens without audiences are for this server. */
function audiencesOf(aud: string | string[] | undefined, issuer: TokenIssuer): readonly string[] {
  const given = typeof aud === "string" ? [aud] : (aud ?? []);
  return given.length === 0 ? issuer.audiences : given;
}

const list = (texts: readonly string[]): string => `[${texts.map(quote).join(" ")}]`;

/** Requests that carry a token. */
export function requestToken(authenticate: AuthenticateToken): Authenticator {
  return ({ headers }) => {
    const token = tokenOf(headers.authorization);
    if (token === undefined) return undefined;
    return authenticate(token).then((owner) =>
      owner === undefined || "problem" in owner ? "invalid" : owner.user,
    );
  };
}
