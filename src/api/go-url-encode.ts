/** Percent-encodes what Go does in a path (net/url, EscapedPath): letters, digits and `-_.~$&+,/:;=@` stay. */
export function encodePath(path: string): string {
  return path.replace(/[^A-Za-z0-9\-_.~$&+,/:;=@]+/g, percentEncode);
}

/** Parameters as Go writes them (net/url, Values.Encode): sorted by name, blanks as `+`. */
export function encodeQuery(query: URLSearchParams): string {
  const sorted = [...query].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted.map(([name, value]) => `${encodeComponent(name)}=${encodeComponent(value)}`).join("&");
}

const encodeComponent = (text: string): string =>
  text.replace(/[^A-Za-z0-9\-_.~]+/g, percentEncode).replaceAll("%20", "+");

/** Half a surrogate pair has no bytes of its own. */
const percentEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
