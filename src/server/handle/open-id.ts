import type { Answer } from "../respond/answer.ts";
import type { TokenIssuer } from "../service-accounts/token-issuer.ts";

export interface OpenIdSource {
  readonly tokens: TokenIssuer;
  /** Host and port under which clients reach the server. */
  readonly serverAddress: string | undefined;
}

export const OPEN_ID_PATHS = {
  configuration: "/.well-known/openid-configuration",
  keys: "/openid/v1/jwks",
} as const;
/** Where the server is when it does not know its own address. */
const IN_CLUSTER = "kubernetes.default.svc";
export const KEY_SET = "application/jwk-set+json";

/** What verifiers of service account tokens ask first: who the issuer is, and where its keys are. */
export function openIdConfiguration({ tokens, serverAddress = IN_CLUSTER }: OpenIdSource): Answer {
  const body = {
    issuer: tokens.issuer,
    // Never what a client calls the server: the answer is for the one who reads it out of a cache.
    jwks_uri: tokens.keysUri ?? `https://${serverAddress}${OPEN_ID_PATHS.keys}`,
    response_types_supported: ["id_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [...new Set(tokens.keys.map(({ algorithm }) => algorithm))].sort(),
  };
  return cached("application/json", JSON.stringify(body));
}

export function openIdKeys({ tokens }: OpenIdSource): Answer {
  return cached(KEY_SET, JSON.stringify({ keys: tokens.keys.map(({ jwk }) => jwk) }));
}

const cached = (contentType: string, body: string): Answer => ({
  kind: "raw",
  response: {
    status: 200,
    headers: { "content-type": contentType, "cache-control": "public, max-age=3600" },
    body,
  },
});
