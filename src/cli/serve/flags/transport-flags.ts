import { createSecureContext, type SecureVersion } from "node:tls";
import { quote } from "../../../go/quote.ts";
import { durationFlag } from "../../flags/durations.ts";
import {
  badArgument,
  boolean,
  flagWith,
  integer,
  integerOf,
  list,
  listWith,
} from "../../flags/flag-types.ts";
import { CIPHERS } from "./cipher-suites.ts";
import { hstsHeader } from "./hsts.ts";

const TLS_VERSIONS: Readonly<Record<string, SecureVersion>> = {
  VersionTLS10: "TLSv1",
  VersionTLS11: "TLSv1.1",
  VersionTLS12: "TLSv1.2",
  VersionTLS13: "TLSv1.3",
};

/** Key exchanges by their numbers (Go's crypto/tls, CurveID), as OpenSSL names them. */
const CURVES: ReadonlyMap<number, string> = new Map([
  [23, "P-256"],
  [24, "P-384"],
  [25, "P-521"],
  [29, "X25519"],
  [4587, "SecP256r1MLKEM768"],
  [4588, "X25519MLKEM768"],
  [4589, "SecP384r1MLKEM1024"],
]);
const MOST_CURVES = 65_535;

/** Throws in the words of the reference (component-base/cli/flag), as `curvesOf` does. */
function minVersionOf(name: string): SecureVersion {
  if (name === "") return "TLSv1.2";
  const version = Object.hasOwn(TLS_VERSIONS, name) ? TLS_VERSIONS[name] : undefined;
  if (version === undefined) throw new Error(`unknown tls version ${quote(name)}`);
  return version;
}

/** Undefined: all curves. */
function curvesOf(texts: readonly string[]): string | undefined {
  if (texts.length === 0) return undefined;
  const ids = texts.map(Number);
  ids.forEach((id, at) => {
    if (!(Number.isInteger(id) && id > 0 && id <= MOST_CURVES))
      throw new Error(`curve preference ${texts[at]} is out of range (must be 1-${MOST_CURVES})`);
    if (ids.indexOf(id) < at) throw new Error(`duplicate curve preference ${id}`);
    if (!CURVES.has(id)) throw new Error(`curve preference ${id} is not supported by the current Go version`);
  });
  const there = ids.map((id) => CURVES.get(id) ?? "").filter(isThere);
  if (there.length === 0)
    throw new Error(`--tls-curve-preferences: this Node.js has none of ${texts.join(",")}`);
  return there.join(":");
}

/** Newer versions of OpenSSL have more of them. */
function isThere(ecdhCurve: string): boolean {
  try {
    createSecureContext({ ecdhCurve });
    return true;
  } catch {
    return false;
  }
}

const MOST_GOAWAYS = 0.02;

// The errors below are those of the reference (apiserver/pkg/server/options/server_run_options.go, Validate).

const fraction = flagWith((text, name) => {
  const chance = Number(text);
  if (text.trim() === "" || Number.isNaN(chance)) throw badArgument(name, text, "ParseFloat");
  if (chance < 0 || chance > MOST_GOAWAYS)
    throw new Error(`${name} can not be less than 0 or greater than ${MOST_GOAWAYS}`);
  return chance;
});

function notNegative(value: number, name: string): number {
  if (value < 0) throw new Error(`${name} can not be negative value`);
  return value;
}

const delay = flagWith((text, name) => notNegative(durationFlag(name, text), name));

const seconds = flagWith((text, name) => notNegative(integerOf(text, name), name));

const timeLimit = flagWith((text, name) => {
  const milliseconds = notNegative(durationFlag(name, text), name);
  if (milliseconds === 0) throw new Error(`${name}: no request could be answered in 0s`);
  return milliseconds;
});

/** Flags for TLS, for HTTP/2, and for the headers of all responses. */
const connectionFlags = {
  tlsMinVersion: flagWith(minVersionOf)(
    "<version>",
    `lowest version of TLS: ${Object.keys(TLS_VERSIONS).join(", ")} (default: VersionTLS12)`,
  ),
  tlsCipherSuites: list(
    "<names>",
    `cipher suites of TLS 1.2 and older, by their names in Go: ${Object.keys(CIPHERS).join(", ")}`,
    "those of Node.js",
  ),
  tlsCurvePreferences: listWith(curvesOf)(
    "<numbers>",
    "key exchanges, by their numbers in Go: 23, 24, 25, 29, 4587, 4588, 4589; what this Node.js does not have is left out",
    "those of Node.js",
  ),
  disableHttp2Serving: boolean("serve HTTP/1.1 only"),
  http2MaxStreamsPerConnection: integer("<number>", "requests at once on a connection; 0 for 100", "0"),
  goawayChance: fraction(
    "<fraction>",
    "fraction of the HTTP/2 requests after whose response the connection ends, so that clients connect again through the load balancer; at most 0.02",
    "0",
  ),
  strictTransportSecurityDirectives: listWith(hstsHeader)(
    "<directives>",
    "directives of the header Strict-Transport-Security of all responses: max-age=SECONDS, includeSubDomains, preload",
    "no header",
  ),
};

/** Flags for the time limits of requests, of watches, and of the server's shutdown. */
const timeFlags = {
  requestTimeout: timeLimit(
    "<duration>",
    "time limit of a request, except for watches and connections to pods; a request can set a shorter one",
    "1m0s",
  ),
  minRequestTimeout: seconds(
    "<seconds>",
    "minimum duration of a watch that sets no timeout; the maximum is twice as long; 0 for no limit",
    "1800",
  ),
  shutdownDelayDuration: delay(
    "<duration>",
    "time that a server continues to serve requests after the signal to stop, while /readyz fails",
    "0s",
  ),
};

export const transportFlags = { ...connectionFlags, ...timeFlags };
