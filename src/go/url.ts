import { isIP } from "node:net";
import { addressProblem } from "./address-problem.ts";
import { quote } from "./quote.ts";

/** A URL parsed as Go's net/url does, which accepts other texts than WHATWG's parser. */
export interface GoUrl {
  /** Lower case; empty if there is none. */
  readonly scheme: string;
  /** `user` or `user:password`; undefined without `@`. */
  readonly user: string | undefined;
  /** Host with the port. */
  readonly host: string;
  readonly path: string;
  /** Path as it was written. */
  readonly rawPath: string;
  /** Query, not decoded, without `?`. */
  readonly query: string;
  /** Fragment, decoded, without `#`. */
  readonly fragment: string;
}

/** Error that does not leave this file. */
class UrlProblem extends Error {}

interface Refused {
  readonly error: string;
}

const EMPTY: GoUrl = {
  scheme: "",
  user: undefined,
  host: "",
  path: "",
  rawPath: "",
  query: "",
  fragment: "",
};

/** Parses a URL, or returns the error of url.Parse: `parse "x y:": first path segment in URL cannot contain colon`. */
export function parseGoUrl(text: string): GoUrl | Refused {
  const hash = text.indexOf("#");
  const rest = hash < 0 ? text : text.slice(0, hash);
  const url = attempt(rest, () => parse(rest, false));
  if ("error" in url || hash < 0) return url;
  return attempt(text, () => ({ ...url, fragment: percentDecode(text.slice(hash + 1)) }));
}

/** Parses a URL of a request line, in which `#` has no meaning, or returns the error of url.ParseRequestURI. */
export const parseRequestUrl = (text: string): GoUrl | Refused => attempt(text, () => parse(text, true));

function attempt(text: string, made: () => GoUrl): GoUrl | Refused {
  try {
    return made();
  } catch (problem) {
    if (!(problem instanceof UrlProblem)) throw problem;
    return { error: `parse ${quote(text)}: ${problem.message}` };
  }
}

/** The function `parse` of net/url. */
function parse(text: string, viaRequest: boolean): GoUrl {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters
  if (/[\x00-\x1f\x7f]/.test(text)) throw new UrlProblem("net/url: invalid control character in URL");
  if (text === "" && viaRequest) throw new UrlProblem("empty url");
  if (text === "*") return { ...EMPTY, path: "*", rawPath: "*" };
  const { scheme, rest } = splitScheme(text);
  const mark = rest.indexOf("?");
  const url = { ...EMPTY, scheme, query: mark < 0 ? "" : rest.slice(mark + 1) };
  const hierarchy = mark < 0 ? rest : rest.slice(0, mark);
  if (!hierarchy.startsWith("/")) {
    if (scheme !== "") return url;
    refuseRootless(hierarchy, viaRequest);
  }
  const mayHaveHost = scheme !== "" || (!viaRequest && !hierarchy.startsWith("///"));
  if (!mayHaveHost || !hierarchy.startsWith("//")) return { ...url, ...pathOf(hierarchy) };
  const slash = hierarchy.indexOf("/", 2);
  const authority = hierarchy.slice(2, slash < 0 ? undefined : slash);
  return { ...url, ...readAuthority(scheme, authority), ...pathOf(slash < 0 ? "" : hierarchy.slice(slash)) };
}

function splitScheme(text: string): { scheme: string; rest: string } {
  if (text.startsWith(":")) throw new UrlProblem("missing protocol scheme");
  const match = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text);
  if (match === null) return { scheme: "", rest: text };
  return { scheme: (match[1] ?? "").toLowerCase(), rest: text.slice(match[0].length) };
}

function refuseRootless(path: string, viaRequest: boolean): void {
  if (viaRequest) throw new UrlProblem("invalid URI for request");
  if ((path.split("/", 1)[0] ?? "").includes(":"))
    throw new UrlProblem("first path segment in URL cannot contain colon");
}

const pathOf = (rawPath: string): { path: string; rawPath: string } => ({
  path: percentDecode(rawPath),
  rawPath,
});

function readAuthority(scheme: string, authority: string): { host: string; user: string | undefined } {
  const at = authority.lastIndexOf("@");
  const host = readHost(scheme, authority.slice(at + 1));
  return { host, user: at < 0 ? undefined : checkUser(authority.slice(0, at)) };
}

function checkUser(text: string): string {
  if (!/^[A-Za-z0-9._:~!$&'()*+,;=%@-]*$/.test(text)) throw new UrlProblem("net/url: invalid userinfo");
  const [name = "", password = ""] = text.split(/:(.*)/s);
  percentDecode(name);
  percentDecode(password);
  return text;
}

/** The function `parseHost` of net/url. */
function readHost(scheme: string, text: string): string {
  const opening = text.lastIndexOf("[");
  if (opening > 0) throw new UrlProblem("invalid IP-literal");
  if (opening === 0) return readLiteral(text);
  const colon = portColon(scheme, text);
  if (colon >= 0) checkPort(text.slice(colon));
  return percentDecode(text, "host");
}

/** Parses an address in brackets. It is an IPv6 address, whose zone begins with an escaped percent sign. */
function readLiteral(text: string): string {
  const closing = text.lastIndexOf("]");
  if (closing < 0) throw new UrlProblem("missing ']' in host");
  const port = text.slice(closing + 1);
  checkPort(port);
  const [, address = "", zone = ""] = /^(.*?)(%25.*)?$/s.exec(text.slice(1, closing)) ?? [];
  const name = percentDecode(address, "host") + percentDecode(zone, "zone");
  const [plain = "", plainZone] = name.split(/%(.*)/s);
  const version = plainZone === "" ? 0 : isIP(plain);
  if (version === 0 || (version === 4 && plainZone !== undefined))
    throw new UrlProblem(`invalid host: ${addressProblem(name)}`);
  if (version === 4) throw new UrlProblem("invalid IP-literal");
  return `[${name}]${port}`;
}

function checkPort(text: string): void {
  if (!/^(:[0-9]*)?$/.test(text)) throw new UrlProblem(`invalid port ${quote(text)} after host`);
}

/** Position of the colon before the port. Only hosts of schemes other than http and https may contain colons. */
const portColon = (scheme: string, text: string): number =>
  scheme === "http" || scheme === "https" ? text.indexOf(":") : text.lastIndexOf(":");

const invalidEscape = (sequence: string): UrlProblem =>
  new UrlProblem(`invalid URL escape ${quote(sequence)}`);

/**
 * Decodes a path as Go's url.PathUnescape does; undefined if a percent sign is not followed by two hexadecimal
 * digits.
 */
export function pathUnescape(text: string): string | undefined {
  try {
    return percentDecode(text);
  } catch (problem) {
    if (!(problem instanceof UrlProblem)) throw problem;
    return undefined;
  }
}

type Part = "host" | "zone" | "other";

/** The function `unescape` of net/url. */
function percentDecode(text: string, part: Part = "other"): string {
  checkCharacters(text, part);
  if (!text.includes("%")) return text;
  const bytes = Buffer.from(text, "utf8")
    .toString("latin1")
    .replace(/%([0-9A-Fa-f]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

const HOST_CHARACTER = /^[\x80-\uffffA-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"]$/;

function checkCharacters(text: string, part: Part): void {
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === "%") {
      const sequence = /^%.{0,2}/su.exec(text.slice(at, at + 5))?.[0] ?? "";
      if (!/^%[0-9A-Fa-f]{2}$/.test(sequence) || !mayBeEscaped(sequence, part)) throw invalidEscape(sequence);
      at += 2;
    } else if (part !== "other" && !HOST_CHARACTER.test(character))
      throw new UrlProblem(`invalid character ${quote(character)} in host name`);
  }
}

/**
 * True if an escape is allowed in a part. Hosts may not escape ASCII. Zones may escape spaces, and characters that
 * are allowed there without an escape.
 */
function mayBeEscaped(sequence: string, part: Part): boolean {
  if (part === "other" || sequence === "%25") return true;
  const code = Number.parseInt(sequence.slice(1), 16);
  if (part === "host") return code >= 0x80;
  return code === 0x20 || (code < 0x80 && HOST_CHARACTER.test(String.fromCharCode(code)));
}

const ESCAPED_PATH = /^(?:[A-Za-z0-9\-_.~!$&'()*+,;=:@/[\]]|%[0-9a-fA-F]{2})*$/;
const KEPT_IN_PATHS = /[A-Za-z0-9\-_.~$&+,/:;=@]/;

/**
 * The path as it was written if that is a valid encoding, otherwise the path encoded again (EscapedPath of net/url).
 */
export function escapedPath({ path, rawPath }: GoUrl): string {
  if (ESCAPED_PATH.test(rawPath)) return rawPath;
  return [...Buffer.from(path)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return KEPT_IN_PATHS.test(character)
        ? character
        : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    })
    .join("");
}
