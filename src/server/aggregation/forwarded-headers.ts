import { posix } from "node:path";
import type { ServerRequest } from "../../api/exchange.ts";
import type { UserInfo } from "../../api/meta.ts";
import { quote } from "../../api/quote.ts";
import { offeredProtocols } from "../../api/web-socket.ts";
import type { RequestHeaders } from "../authenticate/request-header.ts";

/** What is about one connection only (net/http/httputil, ReverseProxy). */
const HOP_BY_HOP = new Set([
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

/** What is said again, and what is for this server alone. */
const OWN = new Set(["host", "content-length", "expect", "authorization", "audit-id", "x-forwarded-for"]);
const OWN_PREFIXES = ["impersonate-", "x-remote-", "x-forwarded-"];

/** Which headers of an answer or a request go on to the next one, by what its Connection header says. */
export function passedOnBeside(connection = ""): (name: string) => boolean {
  const named = new Set(connection.split(",").map((name) => name.trim().toLowerCase()));
  return (name) => !HOP_BY_HOP.has(name) && !named.has(name);
}

export interface Forwarded {
  readonly user: UserInfo;
  readonly auditId: string;
  /** Where it is sent: `host:port`. */
  readonly address: string;
  /** As it is sent, without the query. */
  readonly path: string;
  /** What the other server may believe as well, and no client may say. */
  readonly requestHeaders: RequestHeaders | undefined;
}

/**
 * The headers of a request to another API server, names and values by turns: the client's, and who it is
 * (client-go/transport/round_trippers.go, SetAuthProxyHeaders; apimachinery/pkg/util/proxy/transport.go, RoundTrip).
 * Throws an Error with Go's text where a name cannot be told.
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

/** The token of a WebSocket's subprotocol is for this server, as the header Authorization is. */
function valuesOf(request: ServerRequest, name: string): readonly string[] {
  if (name !== "sec-websocket-protocol") return request.headerValues(name);
  const offered = offeredProtocols(request.headers);
  return offered.length === 0 ? [] : [offered.join(",")];
}

const isOwn = (name: string): boolean =>
  OWN.has(name) || OWN_PREFIXES.some((prefix) => name.startsWith(prefix));

/** apiserver/pkg/endpoints/filters/authentication.go: custom front proxy headers are deleted, too. */
function saysWho(name: string, requestHeaders: RequestHeaders | undefined): boolean {
  if (requestHeaders === undefined) return false;
  const { username, uid, group, extraPrefix } = requestHeaders;
  return (
    [...username, ...uid, ...group].some((own) => own.toLowerCase() === name) ||
    extraPrefix.some((prefix) => name.startsWith(prefix.toLowerCase()))
  );
}

/** Without doubled slashes and dots; a slash at the end stays. */
const cleaned = (path: string): string => posix.normalize(path);

/** Bytes of UTF-8, as Go writes them. Throws Go's text for what a header cannot hold: nobody becomes somebody else. */
function identity(name: string, value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what a header cannot hold
  if (/[\0-\x08\x0a-\x1f\x7f]/.test(value))
    throw new Error(`net/http: invalid header field value for ${quote(name)}`);
  return Buffer.from(value).toString("latin1");
}

/** Whatever cannot be in the name of a header, and `%` (round_trippers.go, headerKeyEscape). */
const escapedKey = (key: string): string =>
  [...Buffer.from(key)].map((byte) => (isLegal(byte) ? String.fromCharCode(byte) : escaped(byte))).join("");

const escaped = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;

const isLegal = (byte: number): boolean => /[!#$&'*+\-.^_`|~0-9A-Za-z]/.test(String.fromCharCode(byte));
