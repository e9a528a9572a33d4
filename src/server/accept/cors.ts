import type { ServerRequest, ServerResponse } from "../../api/exchange/exchange.ts";
import { compilePattern } from "../../schema/pattern.ts";

/** Returns the headers for pages of another origin; undefined: there is no Origin header, or it is not allowed. */
export type Cors = (request: ServerRequest) => ServerResponse["headers"] | undefined;

/** Limit of the Origin header, in characters; longer ones, which no browser sends, are not matched. */
const LONGEST = 1024;

const ALLOWED = {
  "access-control-allow-methods": "POST, GET, OPTIONS, PUT, DELETE, PATCH",
  "access-control-allow-headers":
    "Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since",
  "access-control-expose-headers": "Date",
  "access-control-allow-credentials": "true",
};

/**
 * Builds the CORS check from regular expressions (RE2) of the origins whose pages may read responses:
 * apiserver/pkg/server/filters/cors.go, WithCORS.
 */
export function corsOf(origins: readonly string[]): Cors {
  if (origins.length === 0) return () => undefined;
  const patterns = origins.map(compilePattern);
  return ({ headers: { origin = "" } }) =>
    origin !== "" && origin.length <= LONGEST && patterns.some((matches) => matches(origin))
      ? { "access-control-allow-origin": origin, ...ALLOWED }
      : undefined;
}

/** Adds the headers for the requesting page to a response. */
export const withOrigin = (response: ServerResponse, allowed: ServerResponse["headers"]): ServerResponse => ({
  ...response,
  headers: { ...allowed, ...response.headers },
});

/** True for a preflight request: a browser checks if a page may send a request. */
export const isPreflight = (
  { method }: ServerRequest,
  allowed: ServerResponse["headers"] | undefined,
): boolean => allowed !== undefined && method === "OPTIONS";
