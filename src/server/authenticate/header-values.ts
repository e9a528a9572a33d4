import type { ServerRequest } from "../../api/exchange/exchange.ts";
import { pathUnescape } from "../../go/url.ts";

/** Decodes a header. Node reads the bytes of a header as latin1, Go as UTF-8. */
export const headerText = (value: string): string => Buffer.from(value, "latin1").toString();

/**
 * Returns the values of headers with a prefix, by the rest of the name, which can be percent-encoded
 * (apiserver/pkg/authentication/request/headerrequest/requestheader.go, newExtra). Values of a key that is
 * spelled in several ways (`a%2Fb`, `%61%2Fb`) are combined.
 */
export function extraHeaders(
  request: ServerRequest,
  prefixes: readonly string[],
): Record<string, readonly string[]> {
  const extra = new Map<string, string[]>();
  for (const prefix of prefixes)
    for (const name in request.headers) {
      if (!name.startsWith(prefix.toLowerCase())) continue;
      const escaped = name.slice(prefix.length);
      const key = pathUnescape(escaped) ?? escaped;
      const values = extra.get(key) ?? [];
      extra.set(key, values);
      for (const value of request.headerValues(name)) values.push(headerText(value));
    }
  return Object.fromEntries(extra);
}
