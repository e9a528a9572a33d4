import type { ServerRequest } from "../../api/exchange.ts";
import type { UserInfo } from "../../api/meta.ts";
import { unauthorized } from "../../api/status.ts";

/**
 * One way to learn who asks. `undefined`: the request carries nothing that this one understands. Throwing or returning
 * `"invalid"` means that it carries something that is not accepted.
 */
export type Authenticator = (
  request: ServerRequest,
) => UserInfo | undefined | "invalid" | Promise<UserInfo | undefined | "invalid">;

const UNAUTHENTICATED = "system:unauthenticated";
export const ANONYMOUS: UserInfo = { username: "system:anonymous", groups: [UNAUTHENTICATED] };
const AUTHENTICATED = "system:authenticated";

/** Where a client without credentials may go on as `system:anonymous`. */
export interface AnonymousAccess {
  /** Paths as sent; undefined: everywhere. */
  readonly paths: readonly string[] | undefined;
}

export const ANONYMOUS_EVERYWHERE: AnonymousAccess = { paths: undefined };

/** Whom credentials belong to; undefined when nobody accepts them. */
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

/** The first authenticator that knows the caller decides; bad credentials are refused even where anonymous is allowed. */
export async function authenticate(
  authenticators: readonly Authenticator[],
  request: ServerRequest,
  { paths }: AnonymousAccess = ANONYMOUS_EVERYWHERE,
): Promise<UserInfo> {
  let invalid = false;
  for (const authenticator of authenticators) {
    const result = authenticator(request);
    const user = result instanceof Promise ? await result : result;
    if (user === "invalid") invalid = true;
    else if (user !== undefined) return withAuthenticatedGroup(user);
  }
  if (invalid || (paths !== undefined && !paths.includes(request.path))) throw unauthorized();
  return ANONYMOUS;
}

/**
 * Everybody who is known belongs to `system:authenticated`, but not who is said to be unknown
 * (apiserver/pkg/authentication/group/authenticated_group_adder.go).
 */
export function withAuthenticatedGroup(user: UserInfo): UserInfo {
  if (user.username === ANONYMOUS.username) return user;
  if (user.groups.some((group) => group === AUTHENTICATED || group === UNAUTHENTICATED)) return user;
  return { ...user, groups: [...user.groups, AUTHENTICATED] };
}
