import { isIP } from "node:net";
import { addressProblem } from "./address-problem.ts";
import { quote } from "./quote.ts";

/** A URL taken apart as Go's net/url does it, which accepts other texts than WHATWG's parser. */
export interface GoUrl {
  /** Lower case; empty when there is none. */
  readonly scheme: string;
  /** `user` or `user:password`; undefined without `@`. */
  readonly user: string | undefined;
  /** With the port. */
  readonly host: string;
  readonly path: string;
  /** Not decoded, without `?`. */
  readonly query: string;
  /** Decoded, without `#`. */
  readonly fragment: string;
}

/** Thrown inside of this file only. */
class UrlProblem extends Error {}

/** The URL, or what net/url says instead: `parse "x y:": first path segment in URL cannot contain colon`. */
export function parseGoUrl(text: string): GoUrl | { readonly error: string } {
  const hash = text.indexOf("#");
  const rest = hash < 0 ? text : text.slice(0, hash);
  let stage = rest;
  try {
    const url = parseWithoutFragment(rest);
    stage = text;
    return { ...url, fragment: hash < 0 ? "" : percentDecode(text.slice(hash + 1)) };
  } catch (problem) {
    if (!(problem instanceof UrlProblem)) throw problem;
    return { error: `parse ${quote(stage)}: ${problem.message}` };
  }
}

function parseWithoutFragment(text: string): Omit<GoUrl, "fragment"> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\x00-\x1f\x7f]/.test(text)) throw new UrlProblem("net/url: invalid control character in URL");
  const { scheme, rest } = splitScheme(text);
  const mark = rest.indexOf("?");
  const query = mark < 0 ? "" : rest.slice(mark + 1);
  const hierarchy = mark < 0 ? rest : rest.slice(0, mark);
  if (!hierarchy.startsWith("/")) return opaque(scheme, hierarchy, query);
  const hasAuthority = hierarchy.startsWith("//") && (scheme !== "" || !hierarchy.startsWith("///"));
  if (!hasAuthority) return { scheme, user: undefined, host: "", path: percentDecode(hierarchy), query };
  const slash = hierarchy.indexOf("/", 2);
  const authority = slash < 0 ? hierarchy.slice(2) : hierarchy.slice(2, slash);
  const at = authority.lastIndexOf("@");
  const host = checkHost(scheme, authority.slice(at + 1));
  const user = at < 0 ? undefined : checkUser(authority.slice(0, at));
  return { scheme, user, host, path: slash < 0 ? "" : percentDecode(hierarchy.slice(slash)), query };
}

function splitScheme(text: string): { scheme: string; rest: string } {
  if (text.startsWith(":")) throw new UrlProblem("missing protocol scheme");
  const match = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text);
  if (match === null) return { scheme: "", rest: text };
  return { scheme: (match[1] ?? "").toLowerCase(), rest: text.slice(match[0].length) };
}

function opaque(scheme: string, rest: string, query: string): Omit<GoUrl, "fragment"> {
  if (scheme !== "") return { scheme, user: undefined, host: "", path: "", query };
  if ((rest.split("/", 1)[0] ?? "").includes(":")) {
    throw new UrlProblem("first path segment in URL cannot contain colon");
  }
  return { scheme, user: undefined, host: "", path: percentDecode(rest), query };
}

function checkUser(text: string): string {
  if (!/^[A-Za-z0-9._:~!$&'()*+,;=%@-]*$/.test(text)) throw new UrlProblem("net/url: invalid userinfo");
  percentDecode(text);
  return text;
}

function checkHost(scheme: string, text: string): string {
  const bracket = text.lastIndexOf("]");
  if (text.startsWith("[") && bracket < 0) throw new UrlProblem("missing ']' in host");
  if (text.lastIndexOf("[") > 0) throw new UrlProblem("invalid IP-literal");
  const colon = text.startsWith("[") ? bracket + 1 : portColon(scheme, text);
  const port = colon < 0 ? "" : text.slice(colon);
  if (!/^(:[0-9]*)?$/.test(port)) throw new UrlProblem(`invalid port ${quote(port)} after host`);
  const wrong = /[^\x80-\uffff%A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"]/.exec(text);
  for (const [sequence] of text.matchAll(/%.{0,2}/gu)) {
    const ascii = /^%[0-7]/.test(sequence) && sequence !== "%25";
    if (!/^%[0-9A-Fa-f]{2}$/.test(sequence) || ascii) throw invalidEscape(sequence);
  }
  if (wrong !== null) throw new UrlProblem(`invalid character ${quote(wrong[0])} in host name`);
  const host = percentDecode(text);
  if (host.startsWith("[")) checkLiteral(host.slice(1, host.lastIndexOf("]")));
  return host;
}

/** Only addresses of version 6 stand in brackets. */
function checkLiteral(address: string): void {
  const version = isIP(address);
  if (version === 4) throw new UrlProblem("invalid IP-literal");
  if (version === 0) throw new UrlProblem(`invalid host: ${addressProblem(address)}`);
}

/** Hosts with colons in them are taken for other schemes alone (net/url, parseHost). */
const portColon = (scheme: string, text: string): number =>
  scheme === "http" || scheme === "https" ? text.indexOf(":") : text.lastIndexOf(":");

const invalidEscape = (sequence: string): UrlProblem =>
  new UrlProblem(`invalid URL escape ${quote(sequence)}`);

/** Go's url.PathUnescape; undefined for a text with a percent sign that no two hexadecimal digits follow. */
export function pathUnescape(text: string): string | undefined {
  try {
    return percentDecode(text);
  } catch (problem) {
    if (!(problem instanceof UrlProblem)) throw problem;
    return undefined;
  }
}

function percentDecode(text: string): string {
  if (!text.includes("%")) return text;
  for (const [sequence] of text.matchAll(/%.{0,2}/gu)) {
    if (!/^%[0-9A-Fa-f]{2}$/.test(sequence)) throw invalidEscape(sequence);
  }
  const bytes = Buffer.from(text, "utf8")
    .toString("latin1")
    .replace(/%([0-9A-Fa-f]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
