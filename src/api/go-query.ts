/** A semicolon, or a percent sign that begins no escape: Go leaves out the parameter that has one. */
const REFUSED = /;|%(?![\da-f]{2})/i;

/** The parameters of a query as Go's `url.ParseQuery` reads them, whose error nobody looks at. */
export function parseQuery(rawQuery: string): URLSearchParams {
  const kept = REFUSED.test(rawQuery)
    ? rawQuery
        .split("&")
        .filter((pair) => !REFUSED.test(pair))
        .join("&")
    : rawQuery;
  // A question mark at the beginning belongs to a name.
  return new URLSearchParams(kept.startsWith("?") ? `&${kept}` : kept);
}
