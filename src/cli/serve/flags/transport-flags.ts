import type { Option } from "commander";
import { CIPHERS } from "./cipher-suites.ts";
import { flag, list } from "./option-makers.ts";
import { TLS_VERSIONS } from "./tls-settings.ts";

/** Flags for TLS, for HTTP/2, and for the headers of all responses. */
export const transportFlags = (): Option[] => [
  flag(
    "--tls-min-version <version>",
    `lowest version of TLS: ${Object.keys(TLS_VERSIONS).join(", ")}`,
    undefined,
    "VersionTLS12",
  ),
  list(
    "--tls-cipher-suites <names>",
    `cipher suites of TLS 1.2 and older, by their names in Go: ${Object.keys(CIPHERS).join(", ")}`,
    "those of Node.js",
  ),
  list(
    "--tls-curve-preferences <numbers>",
    "key exchanges, by their numbers in Go: 23, 24, 25, 29, 4587, 4588, 4589; what this Node.js does not have is left out",
    "those of Node.js",
  ),
  flag("--disable-http2-serving [bool]", "serve HTTP/1.1 only"),
  flag("--http2-max-streams-per-connection <number>", "requests at once on a connection; 0 for 100", "0"),
  flag(
    "--goaway-chance <fraction>",
    "fraction of the HTTP/2 requests after whose response the connection ends, so that clients connect again through the load balancer; at most 0.02",
    "0",
  ),
  list(
    "--strict-transport-security-directives <directives>",
    "directives of the header Strict-Transport-Security of all responses: max-age=SECONDS, includeSubDomains, preload",
    "no header",
  ),
];

/** Flags for the time limits of requests, of watches, and of the server's shutdown. */
export const timeFlags = (): Option[] => [
  flag(
    "--request-timeout <duration>",
    "time limit of a request, except for watches and connections to pods; a request can set a shorter one",
    "1m0s",
  ),
  flag(
    "--min-request-timeout <seconds>",
    "minimum duration of a watch that sets no timeout; the maximum is twice as long; 0 for no limit",
    "1800",
  ),
  flag(
    "--shutdown-delay-duration <duration>",
    "time that a server continues to serve requests after the signal to stop, while /readyz fails",
    "0s",
  ),
];
