import type { ServerRequest } from "../../api/exchange/exchange.ts";

type Asked = Pick<ServerRequest, "headers" | "query" | "peer">;

/**
 * Returns the text about the credentials of a request that failed to authenticate
 * (apiserver/pkg/endpoints/filters/authn_audit.go, getAuthMethods).
 */
export function triedCredentials(request: Asked): string {
  const tried = METHODS.filter(([, isTried]) => isTried(request)).map(([name]) => name);
  return tried.length === 0
    ? "Authentication failed, no credentials provided"
    : `Authentication failed, attempted: ${tried.join(", ")}`;
}

const METHODS: readonly (readonly [string, (request: Asked) => boolean])[] = [
  ["basic", ({ headers }) => isBasic(headers.authorization ?? "")],
  ["bearer", ({ headers }) => /^bearer /i.test((headers.authorization ?? "").trim())],
  ["access_token", ({ query }) => (query.get("access_token") ?? "").trim() !== ""],
  ["x509", ({ peer }) => peer.certificate !== undefined || peer.certificateError !== undefined],
];

/** True for a name and a password that Go's `BasicAuth` can read. */
function isBasic(authorization: string): boolean {
  const [, encoded] = /^basic ([A-Za-z0-9+/]*={0,2})$/i.exec(authorization) ?? [];
  return encoded !== undefined && encoded.length % 4 === 0 && atob(encoded).includes(":");
}
