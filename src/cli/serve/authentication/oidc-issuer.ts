import { nodeFiles } from "../../../admission/configuration/files.ts";
import { SIGNING_ALGORITHMS } from "../../../server/authenticate/jwt/jwt-authenticator.ts";
import type { JWTAuthenticator } from "../../../types/tables/apiserver/v1-types.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import { hasOidcFlags } from "./has-oidc-flags.ts";

type OidcFlags = ServeFlags["oidc"];

/** The issuer that the flags describe; undefined: none. Throws with the reference's text. */
export function oidcIssuer(flags: OidcFlags): JWTAuthenticator | undefined {
  if (!hasOidcFlags(flags)) return undefined;
  const { issuerUrl: url = "", clientId: audience = "" } = flags;
  if (url === "" || audience === "")
    throw new Error(
      "oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set",
    );
  const { groupsClaim: groups = "", caFile: ca = "" } = flags;
  return {
    issuer: {
      url,
      discoveryURL: "",
      certificateAuthority: ca === "" ? "" : nodeFiles.read(ca),
      audiences: [audience],
      audienceMatchPolicy: "",
      egressSelectorType: "",
    },
    claimValidationRules: requiredClaims(flags.requiredClaim),
    claimMappings: {
      username: usernameOf(flags, url),
      groups: { claim: groups, prefix: flags.groupsPrefix ?? "", expression: "" },
      uid: { claim: "", expression: "" },
      extra: [],
    },
    userValidationRules: [],
  };
}

/**
 * Returns the rule for usernames: names other than mail addresses get the issuer as their prefix, unless the
 * prefix flag is `-`.
 */
function usernameOf(
  { usernameClaim: claim = "sub", usernamePrefix: given = "" }: OidcFlags,
  url: string,
): JWTAuthenticator["claimMappings"]["username"] {
  const automatic = given === "" && claim !== "email" ? `${url}#` : given;
  return { claim, prefix: given === "-" ? "" : automatic, expression: "" };
}

function requiredClaims(pairs: readonly string[]): JWTAuthenticator["claimValidationRules"] {
  const claims = new Map<string, string>();
  for (const pair of pairs) {
    const [, claim, value] = /^([^=]*)=(.*)$/s.exec(pair) ?? [];
    if (claim === undefined || value === undefined)
      throw new Error(
        `invalid argument ${JSON.stringify(pair)} for "--oidc-required-claim" flag: malformed pair, expect string=string`,
      );
    claims.set(claim.trim(), value.trim());
  }
  return [...claims].map(([claim, requiredValue]) => ({ claim, requiredValue, expression: "", message: "" }));
}

/** Those that tokens may be signed with. */
export function oidcAlgorithms({ signingAlgs }: OidcFlags): readonly string[] {
  const algorithms = signingAlgs.length === 0 ? ["RS256"] : signingAlgs;
  const unknown = algorithms.find((algorithm) => !SIGNING_ALGORITHMS.includes(algorithm));
  if (unknown !== undefined) throw new Error(`oidc: unsupported signing alg: ${JSON.stringify(unknown)}`);
  return algorithms;
}
