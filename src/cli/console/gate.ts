import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Who is let in. */
export interface Gate {
  /** Undefined: it may pass. */
  refusal(request: IncomingMessage, url: URL): Refusal | undefined;
  /** A header that lets the browser in from now on, for who came with the token in the link. */
  cookie(url: URL): string | undefined;
}

export interface Refusal {
  readonly status: 401 | 403 | 421;
  readonly text: string;
}

const NAMES = ["127.0.0.1", "localhost", "[::1]"];

/**
 * A page of another site may send requests to this port, under a name of its own too (DNS rebinding): `Host`, `Origin` and
 * `Sec-Fetch-Site` have to be the console's own before anybody looks at the token, and nothing is shown without it.
 */
export function createGate(token: string, port: () => number): Gate {
  const wanted = digest(token);
  const isToken = (given: string): boolean => timingSafeEqual(digest(given), wanted);
  const name = () => `sallyport-console-${port()}`;
  return {
    refusal(request, url) {
      const { host = "", origin } = request.headers;
      if (!NAMES.some((one) => host === `${one}:${port()}`))
        return { status: 421, text: "The console answers under 127.0.0.1 and localhost only." };
      if (origin !== undefined && origin !== `http://${host}`)
        return { status: 403, text: "Another site may not use the console." };
      if (request.method !== "GET" && origin === undefined)
        return { status: 403, text: "Requests that change something have to say where they come from." };
      const inLink = isPage(request, url) && isToken(url.searchParams.get("token") ?? "");
      if (!inLink && isFromElsewhere(request, url))
        return { status: 403, text: "Another site may not use the console." };
      if (inLink || isToken(cookieOf(request, name()))) return undefined;
      return {
        status: 401,
        text: "This link has no token, or an old one. Follow the link that the server printed when it was started.",
      };
    },
    cookie(url) {
      if (!isToken(url.searchParams.get("token") ?? "")) return undefined;
      return `${name()}=${token}; HttpOnly; SameSite=Strict; Path=/`;
    },
  };
}

/** Of equal length, so that comparing tells nothing. */
const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

const isPage = ({ method }: IncomingMessage, { pathname }: URL): boolean =>
  method === "GET" && pathname === "/";

/** Browsers say where a request comes from; other clients, and old browsers, say nothing. */
function isFromElsewhere(request: IncomingMessage, url: URL): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin") return false;
  // Typed, a bookmark, or a link of another program.
  return !(site === "none" && isPage(request, url));
}

function cookieOf({ headers }: IncomingMessage, name: string): string {
  for (const part of (headers.cookie ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return "";
}
