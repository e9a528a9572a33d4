/** Percent-encodes a path as Go does (net/url, EscapedPath). Letters, digits and `-_.~$&+,/:;=@` are not encoded. */
export function encodePath(path: string): string {
  return path.replace(/[^A-Za-z0-9\-_.~$&+,/:;=@]+/g, percentEncode);
}

/** Encodes parameters as Go does (net/url, Values.Encode): sorted by name, spaces as `+`. */
export function encodeQuery(query: URLSearchParams): string {
  const sorted = [...query].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted.map(([name, value]) => `${encodeComponent(name)}=${encodeComponent(value)}`).join("&");
}

const encodeComponent = (text: string): string =>
  text.replace(/[^A-Za-z0-9\-_.~]+/g, percentEncode).replaceAll("%20", "+");

/** Percent-encodes a text. A lone surrogate has no encoding, so U+FFFD replaces it. */
const percentEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
