import type { House } from "../house.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { assertGet, assertTakes } from "./accepts.ts";

export const OPEN_ID_PATHS = {
  configuration: "/.well-known/openid-configuration",
  keys: "/openid/v1/jwks",
} as const;
const KEY_SET = "application/jwk-set+json";

/** What verifiers of service account tokens ask: the issuer and its keys. */
export function openId(house: House, context: RequestContext): Answer | undefined {
  switch (context.info.path) {
    case OPEN_ID_PATHS.configuration:
      return configuration(house, context);
    case OPEN_ID_PATHS.keys:
      return keys(house, context);
    default:
      return undefined;
  }
}

function configuration({ tokens }: House, context: RequestContext): Answer {
  assertGet(context);
  assertTakes(context, "application/json");
  const { request } = context;
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

function keys({ tokens }: House, context: RequestContext): Answer {
  assertGet(context);
  assertTakes(context, KEY_SET);
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
