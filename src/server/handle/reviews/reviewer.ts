import type { ServerRequest } from "../../../api/exchange/exchange.ts";
import type { KubeObject, UserInfo } from "../../../api/meta.ts";
import type { AuthenticateToken } from "../../authenticate/authenticate-token.ts";
import type { RuleResolver } from "../../authorize/rules.ts";
import type { RequestContext } from "../../request-context.ts";
import type { TokenIssuer } from "../../service-accounts/token-issuer.ts";
import type { Bindings } from "../subresources/binding.ts";
import type { Authorizes } from "../write/writes.ts";

/** Dependencies of reviews. */
export interface Reviews extends Authorizes, Bindings {
  /** Returns everything that a user may do in a namespace. */
  readonly rulesFor: RuleResolver;
  /** Returns the user of a request's credentials; undefined if they are not accepted. */
  whoIs(request: ServerRequest): Promise<UserInfo | undefined>;
  readonly tokens: TokenIssuer;
  readonly authenticateToken: AuthenticateToken;
}

/**
 * Answers a review with its object and a status. Throws StatusError if it cannot be answered. `admit` runs
 * validating admission: after the review's own checks, before its answer.
 */
export type Reviewer = (
  reviews: Reviews,
  context: RequestContext,
  review: KubeObject,
  admit: () => Promise<void>,
) => Promise<KubeObject>;
