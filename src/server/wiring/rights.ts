import type { OpenParts } from "../../async/open-parts.ts";
import { rbacLookup } from "../admit/views/rbac-lookup.ts";
import {
  type AuthenticateToken,
  forServer,
  rememberTokens,
  requestToken,
  unionTokens,
} from "../authenticate/authenticate-token.ts";
import { bootstrapToken } from "../authenticate/bootstrap-token.ts";
import { asks, authorizerChain, type OwnAuthorizer } from "../authorize/authorizer-chain.ts";
import type { RbacLookup } from "../authorize/rbac.ts";
import type { FullServerOptions } from "../options.ts";
import { tokenAuthentication } from "../service-accounts/check-token.ts";
import { newSigningKey } from "../service-accounts/keys.ts";
import { createTokenIssuer, type TokenIssuer } from "../service-accounts/token-issuer.ts";
import type { Known } from "./known.ts";

/** Authentication and authorization. */
export interface Rights extends OwnAuthorizer {
  readonly tokens: TokenIssuer;
  readonly authenticateToken: AuthenticateToken;
  readonly rbac: RbacLookup;
}

/** Makes authentication and authorization from options. `open` gets the parts that must be closed. */
export async function openRights(
  options: FullServerOptions,
  { views, stored }: Known,
  open: OpenParts,
): Promise<Rights> {
  const { authorizationModes } = options;
  const tokens = options.tokenIssuer ?? ownTokenIssuer();
  const rbac = rbacLookup(views);
  const nodes = await nodeAuthorizerOf(options);
  if (nodes !== undefined) open.add(nodes, (one) => one.close());
  return {
    tokens,
    authenticateToken: allTokens(options, tokens, stored),
    rbac,
    ...authorizerChain(authorizationModes, rbac, nodes),
  };
}

/** Authenticators in the order of their use. */
export const authenticatorsOf = (options: FullServerOptions, { authenticateToken }: Rights) => [
  ...options.authenticators,
  requestToken(authenticateToken, (problem, path) =>
    options.log("info", "a bearer token is not accepted", {
      why: problem.slice(0, LONGEST_LOGGED),
      path: path.slice(0, LONGEST_LOGGED),
    }),
  ),
];

/** Characters of a text of a client in the log. */
const LONGEST_LOGGED = 256;

/** Loads the node authorizer if the mode Node is used. */
async function nodeAuthorizerOf({ authorizationModes, storage, features }: FullServerOptions) {
  if (!asks(authorizationModes, "Node")) return undefined;
  const { openNodeAuthorizer } = await import("../authorize/node/open-node-authorizer.ts");
  return openNodeAuthorizer(storage, features);
}

/** Time that tokens of issuers are remembered, in milliseconds, as in the reference. */
const REMEMBER_TOKENS_MS = 10_000;

/** Authenticates tokens of service accounts, then those in Secrets, then those of other issuers. */
function allTokens(
  { now, bootstrapTokens, tokenAuthenticators }: FullServerOptions,
  tokens: TokenIssuer,
  stored: Known["stored"],
): AuthenticateToken {
  const own = tokenAuthentication(tokens, { get: stored, now });
  const bootstrap = bootstrapTokens ? [forServer(bootstrapToken(stored, now), tokens.audiences)] : [];
  const others = [...bootstrap, ...tokenAuthenticators];
  if (others.length === 0) return own;
  // Each of them has its own limit: forged tokens that wait for the keys of their issuer must not delay those
  // of other issuers.
  const mostAtOnce = Number.POSITIVE_INFINITY;
  const memory = { acceptedMs: REMEMBER_TOKENS_MS, refusedMs: 0, now, mostAtOnce };
  return unionTokens([own, rememberTokens(unionTokens(others), memory)]);
}

/** Returns an issuer with a new key that no other server has. Tokens are invalid after the end of this server. */
function ownTokenIssuer(): TokenIssuer {
  return createTokenIssuer({ issuers: ["https://kubernetes.default.svc"], signingKey: newSigningKey });
}
