/** A semicolon, or a percent sign without a valid escape. Go drops a parameter that contains one. */
const REFUSED = /;|%(?![\da-f]{2})/i;

/** Parses the parameters of a query as Go's `url.ParseQuery` does. Its errors are ignored, as in the reference. */
export function parseQuery(rawQuery: string): URLSearchParams {
  const kept = REFUSED.test(rawQuery)
    ? rawQuery
        .split("&")
        .filter((pair) => !REFUSED.test(pair))
        .join("&")
    : rawQuery;
  // A question mark at the beginning is part of the first name.
  return new URLSearchParams(kept.startsWith("?") ? `&${kept}` : kept);
}
