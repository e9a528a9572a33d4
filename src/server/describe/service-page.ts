import type { RequestContext } from "../request-context.ts";
import { type Answer, rawAnswer } from "../respond/answer.ts";
import { pass } from "../route/gate.ts";
import type { TokenIssuer } from "../service-accounts/token-issuer.ts";
import { type VersionSource, version } from "./version.ts";

/** Sources of `/version` and of the pages of OpenID Connect. */
export interface ServicePages extends OpenIdSource, VersionSource {}

const JSON_TYPE = "application/json";

/** Answers pages that are services of their own: GET only, in their one media type. */
export function servicePage(pages: ServicePages, context: RequestContext, path: string): Answer {
  const { request } = context;
  switch (path) {
    case OPEN_ID_PATHS.configuration:
      pass(request, { produces: [JSON_TYPE] });
      return openIdConfiguration(pages);
    case OPEN_ID_PATHS.keys:
      pass(request, { produces: [KEY_SET] });
      return openIdKeys(pages);
    default:
      pass(request, { produces: [JSON_TYPE], consumes: [JSON_TYPE] });
      return version(pages);
  }
}

/** Parts of the discovery of the issuer of service account tokens. */
interface OpenIdSource {
  readonly tokens: TokenIssuer;
  /** Host and port under which clients reach the server. */
  readonly serverAddress: string | undefined;
}

export const OPEN_ID_PATHS = {
  configuration: "/.well-known/openid-configuration",
  keys: "/openid/v1/jwks",
} as const;
/** Host of the server if it has no configured address. */
const IN_CLUSTER = "kubernetes.default.svc";
const KEY_SET = "application/jwk-set+json";

/** Answers the OpenID discovery for verifiers of service account tokens: the issuer, and the URL of its keys. */
function openIdConfiguration({ tokens, serverAddress = IN_CLUSTER }: OpenIdSource): Answer {
  const body = {
    issuer: tokens.issuer,
    // The URL is never that of the client's request: the answer is cached and read by other clients.
    jwks_uri: tokens.keysUri ?? `https://${serverAddress}${OPEN_ID_PATHS.keys}`,
    response_types_supported: ["id_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [...new Set(tokens.keys.map(({ algorithm }) => algorithm))].sort(),
  };
  return cached("application/json", JSON.stringify(body));
}

/** Answers `/openid/v1/jwks`: all keys that verify tokens. */
function openIdKeys({ tokens }: OpenIdSource): Answer {
  return cached(KEY_SET, JSON.stringify({ keys: tokens.keys.map(({ jwk }) => jwk) }));
}

const cached = (contentType: string, body: string): Answer =>
  rawAnswer(200, { "content-type": contentType, "cache-control": "public, max-age=3600" }, body);
