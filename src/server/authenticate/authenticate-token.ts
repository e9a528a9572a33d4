import type { UserInfo } from "../../api/meta.ts";
import type { Authenticator } from "./authenticate.ts";
import { tokenIn } from "./bearer-token.ts";

/** Whom a token stands for and towards whom, or why not; undefined: it is nothing that this one knows. */
export type TokenOwner =
  | { readonly user: UserInfo; readonly audiences: readonly string[] }
  | { readonly problem: string }
  | undefined;

/** Asks for one token; `audiences`: who wants to know, by default this server. */
export type AuthenticateToken = (token: string, audiences?: readonly string[]) => Promise<TokenOwner>;

/** Requests that carry a token. */
export function requestToken(authenticate: AuthenticateToken): Authenticator {
  return ({ headers }) => {
    const token = tokenIn(headers);
    if (token === undefined) return undefined;
    if (token === false) return "invalid";
    return authenticate(token).then((owner) =>
      owner === undefined || "problem" in owner ? "invalid" : owner.user,
    );
  };
}
