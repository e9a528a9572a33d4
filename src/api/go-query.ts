/** A semicolon, or a percent sign that begins no escape: Go leaves out the parameter that has one. */
const REFUSED = /;|%(?![\da-f]{2})/i;

/** The parameters of a query as Go's `url.ParseQuery` reads them, whose error nobody looks at. */
export function parseQuery(rawQuery: string): URLSearchParams {
  if (!REFUSED.test(rawQuery)) return new URLSearchParams(rawQuery);
  const kept = rawQuery.split("&").filter((pair) => !REFUSED.test(pair));
  return new URLSearchParams(kept.join("&"));
}
