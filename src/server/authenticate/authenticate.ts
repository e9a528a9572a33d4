import type { ServerRequest } from "../../api/exchange/exchange.ts";
import type { UserInfo } from "../../api/meta.ts";
import { unauthorized } from "../../api/status.ts";

/**
 * A method of authentication. `undefined`: the request has no credentials for this authenticator. Throwing or
 * returning `"invalid"`: it has credentials that are not accepted.
 */
export type Authenticator = (
  request: ServerRequest,
) => UserInfo | undefined | "invalid" | Promise<UserInfo | undefined | "invalid">;

const UNAUTHENTICATED = "system:unauthenticated";
export const ANONYMOUS: UserInfo = { username: "system:anonymous", groups: [UNAUTHENTICATED] };
const AUTHENTICATED = "system:authenticated";

/** Requests without credentials that may continue as `system:anonymous`. */
export interface AnonymousAccess {
  /** Allowed paths as the client sends them. Undefined means all paths. */
  readonly paths: readonly string[] | undefined;
}

export const ANONYMOUS_EVERYWHERE: AnonymousAccess = { paths: undefined };

/** Returns the user of the credentials, or undefined if no authenticator accepts them. */
export async function whoIs(
  authenticators: readonly Authenticator[],
  request: ServerRequest,
): Promise<UserInfo | undefined> {
  for (const authenticator of authenticators) {
    const user = await authenticator(request);
    if (user !== undefined && user !== "invalid") return withAuthenticatedGroup(user);
  }
  return undefined;
}

/**
 * Returns the user from the first authenticator that knows the credentials. Bad credentials are refused even
 * if anonymous access is allowed.
 */
export function authenticate(
  authenticators: readonly Authenticator[],
  request: ServerRequest,
  { paths }: AnonymousAccess = ANONYMOUS_EVERYWHERE,
): UserInfo | Promise<UserInfo> {
  const ask = (from: number, wasInvalid: boolean): UserInfo | Promise<UserInfo> => {
    let invalid = wasInvalid;
    for (let i = from; i < authenticators.length; i++) {
      const user = authenticators[i]?.(request);
      if (user instanceof Promise)
        return user.then((found) =>
          found === undefined || found === "invalid"
            ? ask(i + 1, invalid || found === "invalid")
            : withAuthenticatedGroup(found),
        );
      if (user === "invalid") invalid = true;
      else if (user !== undefined) return withAuthenticatedGroup(user);
    }
    if (invalid || (paths !== undefined && !paths.includes(request.path))) throw unauthorized();
    return ANONYMOUS;
  };
  return ask(0, false);
}

/**
 * Adds the group `system:authenticated`, except for anonymous users and for users with the group
 * `system:unauthenticated` (apiserver/pkg/authentication/group/authenticated_group_adder.go).
 */
export function withAuthenticatedGroup(user: UserInfo): UserInfo {
  if (user.username === ANONYMOUS.username) return user;
  if (user.groups.some((group) => group === AUTHENTICATED || group === UNAUTHENTICATED)) return user;
  return { ...user, groups: user.groups.concat(AUTHENTICATED) };
}
