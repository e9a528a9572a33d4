import { posix } from "node:path";
import type { ServerRequest } from "../../api/exchange/exchange.ts";
import { offeredProtocols } from "../../api/exchange/web-socket.ts";
import type { UserInfo } from "../../api/meta.ts";
import { quote } from "../../go/quote.ts";
import type { RequestHeaders } from "../authenticate/request-header.ts";

/** Headers that are valid for one connection only (net/http/httputil, ReverseProxy). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  "connection",
  "proxy-connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Headers that are not copied: this server sets them itself, or they are for this server only. */
const OWN: ReadonlySet<string> = new Set([
  "host",
  "content-length",
  "expect",
  "authorization",
  "audit-id",
  "x-forwarded-for",
]);
const OWN_PREFIXES = ["impersonate-", "x-remote-", "x-forwarded-"];

/**
 * Returns a predicate of the header names that are forwarded. `connection` is the value of the Connection
 * header, which names more headers that are not.
 */
export function passedOnBeside(connection = ""): (name: string) => boolean {
  const named = new Set(connection.split(",").map((name) => name.trim().toLowerCase()));
  return (name) => !HOP_BY_HOP.has(name) && !named.has(name);
}

/** A request to the server of an APIService. */
export interface Forwarded {
  readonly user: UserInfo;
  readonly auditId: string;
  /** Address that the request is sent to: `host:port`. */
  readonly address: string;
  /** Path that is sent, without the query. */
  readonly path: string;
  /**
   * Names of front-proxy headers. The other server can accept them as well, so they are never copied from the
   * client's request.
   */
  readonly requestHeaders: RequestHeaders | undefined;
}

/**
 * Returns the headers of a request to another API server, as alternating names and values: the client's
 * headers and the identity of the user (client-go/transport/round_trippers.go, SetAuthProxyHeaders;
 * apimachinery/pkg/util/proxy/transport.go, RoundTrip). Throws an Error with Go's text if an identity
 * contains a character that a header cannot have.
 */
export function forwardedHeaders(request: ServerRequest, forwarded: Forwarded): string[] {
  const { user, auditId, address, path, requestHeaders } = forwarded;
  const headers = ["host", address, ...passedOn(request, requestHeaders)];
  const add = (name: string, value: string): void => void headers.push(name, value);
  if (/\btrailers\b/i.test(request.headers.te ?? "")) add("te", "trailers");
  add("audit-id", auditId);
  const before = request.headerValues("x-forwarded-for");
  add("x-forwarded-for", [...before, request.peer.address].join(", "));
  add("x-forwarded-host", address);
  add("x-forwarded-proto", "https");
  add("x-forwarded-uri", cleaned(path));
  for (const [name, value] of identityOf(user)) add(name.toLowerCase(), identity(name, value));
  return headers;
}

function* identityOf({
  username,
  uid,
  groups,
  extra = {},
}: UserInfo): Generator<[name: string, value: string]> {
  yield ["X-Remote-User", username];
  if (uid !== undefined && uid !== "") yield ["X-Remote-Uid", uid];
  for (const group of groups) yield ["X-Remote-Group", group];
  for (const [key, values] of Object.entries(extra))
    for (const value of values) yield [`X-Remote-Extra-${escapedKey(key)}`, value];
}

function passedOn(request: ServerRequest, requestHeaders: RequestHeaders | undefined): string[] {
  const isPassedOn = passedOnBeside(request.headers.connection);
  return Object.keys(request.headers)
    .filter((name) => isPassedOn(name) && !isOwn(name) && !saysWho(name, requestHeaders))
    .flatMap((name) => valuesOf(request, name).flatMap((value) => [name, value]));
}

/**
 * The values of a header. The token in a WebSocket's subprotocol is for this server, like the header
 * Authorization, and is removed.
 */
function valuesOf(request: ServerRequest, name: string): readonly string[] {
  if (name !== "sec-websocket-protocol") return request.headerValues(name);
  const offered = offeredProtocols(request.headers);
  return offered.length === 0 ? [] : [offered.join(",")];
}

const isOwn = (name: string): boolean =>
  OWN.has(name) || OWN_PREFIXES.some((prefix) => name.startsWith(prefix));

/**
 * True for custom front-proxy headers. They are deleted, too
 * (apiserver/pkg/endpoints/filters/authentication.go).
 */
function saysWho(name: string, requestHeaders: RequestHeaders | undefined): boolean {
  if (requestHeaders === undefined) return false;
  const { username, uid, group, extraPrefix } = requestHeaders;
  return (
    [...username, ...uid, ...group].some((own) => own.toLowerCase() === name) ||
    extraPrefix.some((prefix) => name.startsWith(prefix.toLowerCase()))
  );
}

/** Returns a path without doubled slashes and dot segments. A slash at the end stays. */
const cleaned = (path: string): string => posix.normalize(path);

/**
 * Returns the UTF-8 bytes of an identity, as Go writes them. Throws Go's text for characters that a header
 * cannot have, so that a user never gets the identity of another user.
 */
function identity(name: string, value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what a header cannot hold
  if (/[\0-\x08\x0a-\x1f\x7f]/.test(value))
    throw new Error(`net/http: invalid header field value for ${quote(name)}`);
  return Buffer.from(value).toString("latin1");
}

/** Escapes all bytes that the name of a header cannot have, and `%` (round_trippers.go, headerKeyEscape). */
const escapedKey = (key: string): string =>
  [...Buffer.from(key)].map((byte) => (isLegal(byte) ? String.fromCharCode(byte) : escaped(byte))).join("");

const escaped = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;

const isLegal = (byte: number): boolean => /[!#$&'*+\-.^_`|~0-9A-Za-z]/.test(String.fromCharCode(byte));
