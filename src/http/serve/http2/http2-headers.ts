import type { ServerResponse } from "../../../api/exchange/exchange.ts";
import { headerValue } from "../header-value.ts";

/** Headers about one connection do not exist in HTTP/2 (RFC 9113, 8.2.2). */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  "connection",
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "te",
  "transfer-encoding",
  "upgrade",
]);

/** Headers of answers that Node sends once only. Of several values, the first is sent: clients in Go read this one. */
const SINGLE_VALUES: ReadonlySet<string> = new Set([
  "access-control-allow-credentials",
  "access-control-max-age",
  "age",
  "content-encoding",
  "content-language",
  "content-length",
  "content-location",
  "content-md5",
  "content-range",
  "content-type",
  "date",
  "etag",
  "expires",
  "last-modified",
  "location",
  "retry-after",
  "tk",
  "x-content-type-options",
]);

/** Answers without a body (RFC 9110, 15.3.5, 15.3.6 and 15.4.5). */
export const isEmpty = ({ status }: ServerResponse): boolean =>
  status === 204 || status === 205 || status === 304;

/**
 * The head of an answer over HTTP/2. A status from 600 to 999, which another API server may send and Node refuses, is 500: clients
 * have to treat it as an error of the server (RFC 9110, 15).
 */
export function http2Headers(response: ServerResponse): Record<string, string | string[] | number> {
  const { status, headers } = response;
  const out: Record<string, string | string[] | number> = {
    ":status": status > 599 && status <= 999 ? 500 : status,
  };
  for (const key in headers) {
    const name = key.toLowerCase();
    const value = headers[key];
    if (value === undefined || CONNECTION_HEADERS.has(name)) continue;
    const isOne = typeof value === "string" || !SINGLE_VALUES.has(name);
    out[name] = headerValue(isOne ? value : (value[0] ?? ""));
  }
  // A length that no body follows ends the stream with an error; only 304 may name that of another answer.
  if (status === 204 || status === 205) delete out["content-length"];
  return out;
}
