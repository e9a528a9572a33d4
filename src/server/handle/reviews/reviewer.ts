import type { ServerRequest } from "../../../api/exchange.ts";
import type { KubeObject, UserInfo } from "../../../api/meta.ts";
import type { AuthenticateToken } from "../../authenticate/authenticate-token.ts";
import type { RuleResolver } from "../../authorize/rules.ts";
import type { RequestContext } from "../../request-context.ts";
import type { TokenIssuer } from "../../service-accounts/token-issuer.ts";
import type { Bindings } from "../subresources/binding.ts";
import type { Authorizes } from "../write/writes.ts";

/** What reviews need. */
export interface Reviews extends Authorizes, Bindings {
  /** Everything that a user may do in a namespace. */
  readonly rulesFor: RuleResolver;
  /** Whom the credentials of a request belong to; undefined for none that are accepted. */
  whoIs(request: ServerRequest): Promise<UserInfo | undefined>;
  readonly tokens: TokenIssuer;
  readonly authenticateToken: AuthenticateToken;
}

/**
 * Answers a review: its object with a status. Throws StatusError for what it cannot answer. `admit` asks validating
 * admission: after the review's own checks, before its answer.
 */
export type Reviewer = (
  reviews: Reviews,
  context: RequestContext,
  review: KubeObject,
  admit: () => Promise<void>,
) => Promise<KubeObject>;
