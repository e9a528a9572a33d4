import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Decides which requests the console answers. */
export interface Gate {
  /** Random, and new with each start of the console. */
  readonly session: string;
  /** Returns undefined if the request is permitted. */
  refusal(request: IncomingMessage, url: URL): Refusal | undefined;
}

interface Refusal {
  readonly status: 401 | 403 | 421;
  readonly text: string;
}

const NAMES = ["127.0.0.1", "localhost", "[::1]"];
const BEARER = "Bearer ";
/** Path of the session, which is no secret. */
export const HELLO = "/api/hello";

/**
 * A page of another site may send requests to this port, under a name of its own too (DNS rebinding): `Host`, `Origin` and
 * `Sec-Fetch-Site` have to be the console's own before the token is compared. The page and its script contain no data, and
 * need no token; all data (`/api/`) does. The token is in the header Authorization: browsers send it to this port only,
 * but cookies to all ports of 127.0.0.1. For the stream it is in the query, because an EventSource has no headers.
 *
 * The token outlives a restart (kept-address.ts), so the page never sends it: a page that waits for its server would send it
 * to any program that has taken the port. It sends the HMAC-SHA256 of port and session with the token as the key. This value
 * is invalid for every other session and port. Programs may send the token itself.
 */
export function createGate(token: string, port: () => number): Gate {
  const session = randomBytes(16).toString("hex");
  const wanted = digest(token);
  // The port is known when the server listens.
  const proof = (): string => createHmac("sha256", token).update(`${port()} ${session}`).digest("hex");
  const isToken = (given: string): boolean =>
    timingSafeEqual(digest(given), wanted) || timingSafeEqual(digest(given), digest(proof()));
  return {
    session,
    refusal(request, url) {
      const { host = "", origin } = request.headers;
      if (!NAMES.some((one) => host === `${one}:${port()}`))
        return { status: 421, text: "The console answers under 127.0.0.1 and localhost only." };
      if (origin !== undefined && origin !== `http://${host}`)
        return { status: 403, text: "Another site may not use the console." };
      if (request.method !== "GET" && origin === undefined)
        return { status: 403, text: "Requests that change something have to say where they come from." };
      if (isFromElsewhere(request, url))
        return { status: 403, text: "Another site may not use the console." };
      if (!url.pathname.startsWith("/api/") || url.pathname === HELLO || isToken(tokenOf(request, url)))
        return undefined;
      return {
        status: 401,
        text: "This tab has no token, or an old one: open the link that the server printed.",
      };
    },
  };
}

/** Digests of equal length, so that the time of a comparison reveals nothing about the token. */
const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

const isPage = ({ method }: IncomingMessage, { pathname }: URL): boolean =>
  method === "GET" && pathname === "/";

/**
 * True if a request comes from another site. Browsers send its origin; other clients, and old browsers, do
 * not.
 */
function isFromElsewhere(request: IncomingMessage, url: URL): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin") return false;
  // A typed address, a bookmark, or a link of a program or of another site; without frames, the site cannot
  // read the page.
  return !isPage(request, url);
}

function tokenOf({ headers: { authorization = "" } }: IncomingMessage, url: URL): string {
  if (url.pathname === "/api/stream") return url.searchParams.get("token") ?? "";
  return authorization.startsWith(BEARER) ? authorization.slice(BEARER.length) : "";
}
