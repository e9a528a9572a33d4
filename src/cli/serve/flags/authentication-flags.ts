import { Option } from "commander";
import { durationFlag } from "../../flags/durations.ts";
import { declare } from "../../flags/flag.ts";
import { enabling, file, flag, flagWith, list, listWith, textsOf } from "../../flags/flag-types.ts";
import { list as repeated } from "../../options.ts";

const SHORTEST_MAX_SECONDS = 3600;

/**
 * Returns the limit in seconds; 0: no limit. Throws in the words of the reference
 * (pkg/controlplane/apiserver/options/options.go, Complete).
 */
function maxExpirationOf(text: string, name: string): number {
  const seconds = durationFlag(name, text) / 1000;
  if (seconds !== 0 && (seconds < SHORTEST_MAX_SECONDS || seconds > 2 ** 32))
    throw new Error("the service-account-max-token-expiration must be between 1 hour and 2^32 seconds");
  return Math.floor(seconds);
}

const goDuration = flagWith((text, name) => durationFlag(name, text));

const notFalse = flagWith((text) => text !== "false");

const DEFAULT_ISSUER = "https://kubernetes.default.svc";

const issuers = listWith((given) => (given.length === 0 ? [DEFAULT_ISSUER] : given));

const tokenFlags = {
  clientCaFile: file("additional certificate authorities for client certificates, PEM"),
  tokenAuthFile: file('file of bearer tokens; each line is token,user,uid,"group1,group2"'),
  authenticationConfig: file(
    "AuthenticationConfiguration: issuers of JWT, and paths that allow anonymous requests; read again when it changes",
  ),
  anonymousAuth: notFalse(
    "<bool>",
    "requests without credentials are made by system:anonymous (default: true, unless the file of --authentication-config sets it)",
  ),
};

const oidcFlags = {
  issuerUrl: flag("<url>", "issuer of JWT, https; needs --oidc-client-id"),
  clientId: flag("<id>", "audience that its tokens must have"),
  caFile: file("certificate authorities of the issuer, PEM (default: the system's)"),
  usernameClaim: flag("<claim>", "claim that is the user name (default: sub)"),
  usernamePrefix: flag(
    "<text>",
    "prefix of user names; - for none (default: the issuer and #; none for the claim email)",
  ),
  groupsClaim: flag("<claim>", "claim that lists the groups"),
  groupsPrefix: flag("<text>", "prefix of their names"),
  signingAlgs: list(
    "<algorithms>",
    "accepted signature algorithms of tokens: RS, ES or PS with 256, 384 or 512",
    "RS256",
  ),
  requiredClaim: declare(
    (name) =>
      new Option(`--${name} <claim=value>`, "claim that a token must have; may be repeated")
        .argParser(repeated)
        .default([], "none"),
    (given) => textsOf(given) ?? [],
  ),
};

const webhookFlags = {
  enableBootstrapTokenAuth: enabling(
    "tokens of Secrets of the type bootstrap.kubernetes.io/token in kube-system are accepted",
  ),
  authenticationTokenWebhookConfigFile: file(
    "kubeconfig of a service that verifies tokens with a TokenReview",
  ),
  authenticationTokenWebhookVersion: flag(
    "<version>",
    "version of that TokenReview: v1 or v1beta1",
    "v1beta1",
  ),
  authenticationTokenWebhookCacheTtl: goDuration("<duration>", "time that its answers are cached", "2m0s"),
};

const requestheaderFlags = {
  clientCaFile: file("certificate authorities of proxies that send the user in headers, PEM"),
  allowedNames: list("<names>", "common names of those proxies", "all"),
  usernameHeaders: list("<names>", "headers with the user name, as X-Remote-User", "none"),
  uidHeaders: list("<names>", "headers with the uid, as X-Remote-Uid", "none"),
  groupHeaders: list("<names>", "headers with groups, as X-Remote-Group", "none"),
  extraHeadersPrefix: list("<prefixes>", "prefix of headers with extra values, as X-Remote-Extra-", "none"),
};

const serviceAccountFlags = {
  serviceAccountIssuer: issuers(
    "<url>",
    "issuer of service account tokens; may be repeated: new tokens have the first one, tokens of all are accepted",
    DEFAULT_ISSUER,
  ),
  serviceAccountSigningKeyFile: file(
    "private key that signs service account tokens, RSA or EC, PEM (default: CERT-DIR/sa.key, created at the first start)",
  ),
  serviceAccountKeyFile: list(
    "<file>",
    "additional keys that verify service account tokens, PEM; may be repeated",
    "none",
  ),
  serviceAccountJwksUri: flag("<url>", "address of the issuer's keys in its discovery document"),
  serviceAccountMaxTokenExpiration: flagWith(maxExpirationOf)(
    "<duration>",
    "longest lifetime of a token, such as 24h; at least 1h",
  ),
  serviceAccountExtendTokenExpiration: notFalse(
    "<bool>",
    "tokens of pods are valid for a year; after one hour each use is recorded as a warning",
    "true",
  ),
  apiAudiences: list("<names>", "audiences that a token must have one of", "the issuers"),
};

export const authenticationFlags = {
  ...tokenFlags,
  oidc: oidcFlags,
  ...webhookFlags,
  requestheader: requestheaderFlags,
  ...serviceAccountFlags,
};
