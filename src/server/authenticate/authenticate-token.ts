import type { UserInfo } from "../../api/meta.ts";
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
