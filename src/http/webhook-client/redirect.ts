import { quote } from "../../go/quote.ts";

/** Redirect in a response: the URL to request next, or the error about it. */
export type Redirect =
  | { readonly kind: "follow"; readonly url: URL; readonly text: string; readonly keepsBody: boolean }
  | { readonly kind: "error"; readonly message: string; readonly text?: string };

/**
 * Returns the redirect of a response by Go's rules: after 301 to 303 the next request is a GET without a
 * body, 307 and 308 repeat the request. Undefined: the response is final, for example because it has no
 * `Location`.
 */
export function redirectOf(status: number, location: string, from: URL): Redirect | undefined {
  const keepsBody = status === 307 || status === 308;
  if (location === "" || !(keepsBody || status === 301 || status === 302 || status === 303)) return undefined;
  const problem = locationProblem(location);
  if (problem !== undefined) {
    const detail = `parse ${quote(location)}: ${problem}`;
    return { kind: "error", message: `failed to parse Location header ${quote(location)}: ${detail}` };
  }
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(location)?.[1]?.toLowerCase();
  // Before the host: WHATWG's parser refuses a port of `file:`, Go does not look at it.
  if (scheme !== undefined && scheme !== "http" && scheme !== "https")
    return { kind: "error", message: `unsupported protocol scheme ${quote(scheme)}`, text: location };
  if (!URL.canParse(location, from.href))
    return { kind: "error", message: "http: no Host in request URL", text: location };
  const url = new URL(location, from);
  const text = scheme === undefined ? `${url.origin}${url.pathname}${url.search}${url.hash}` : location;
  // WHATWG's parser reads `https:///x` as the host x.
  if (/^https?:\/{3}/i.test(location))
    return { kind: "error", message: "http: no Host in request URL", text };
  return { kind: "follow", url, text, keepsBody };
}

function locationProblem(location: string): string | undefined {
  if (location.startsWith(":")) return "missing protocol scheme";
  const host = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i.exec(location)?.[1] ?? "";
  const bad = /[ <>"\\^`{|}]/.exec(host)?.[0];
  if (bad !== undefined) return `invalid character ${quote(bad)} in host name`;
  const badEscape = /%(?![0-9a-fA-F]{2}).{0,2}/.exec(location)?.[0];
  return badEscape === undefined ? undefined : `invalid URL escape ${quote(badEscape)}`;
}
