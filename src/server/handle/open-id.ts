import type { House } from "../house.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";

export const OPEN_ID_PATHS = {
  configuration: "/.well-known/openid-configuration",
  keys: "/openid/v1/jwks",
} as const;
export const KEY_SET = "application/jwk-set+json";

/** What verifiers of service account tokens ask first: who the issuer is, and where its keys are. */
export function openIdConfiguration({ tokens }: House, { request }: RequestContext): Answer {
  const body = {
    issuer: tokens.issuer,
    jwks_uri:
      tokens.keysUri ??
      `${request.secure ? "https" : "http"}://${request.headers.host ?? ""}${OPEN_ID_PATHS.keys}`,
    response_types_supported: ["id_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [...new Set(tokens.keys.map(({ algorithm }) => algorithm))].sort(),
  };
  return cached("application/json", JSON.stringify(body));
}

export function openIdKeys({ tokens }: House): Answer {
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
