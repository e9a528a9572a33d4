import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { TLSSocket } from "node:tls";

/** Who may call: API servers that show a certificate or a token. With neither anybody may. */
export interface CallerOptions {
  /** PEM of the authorities that vouch for API servers' client certificates. */
  readonly clientCa?: string;
  /** Common names that are accepted besides the authority's word; default: all. */
  readonly clientNames?: readonly string[];
  /** Bearer tokens, as an API server's `--admission-control-config-file` gives them. */
  readonly tokens?: readonly string[];
}

/** Why a caller is refused, to be answered with 401; undefined: it is welcome. */
export type CheckCaller = (request: IncomingMessage) => string | undefined;

/** One proof is enough where both are asked for. */
export function checkCallers({ clientCa, clientNames, tokens = [] }: CallerOptions): CheckCaller {
  if (clientCa === undefined && tokens.length === 0) return () => undefined;
  const known = tokens.map((token) => Buffer.from(token));
  return (request) => {
    if (clientCa !== undefined && hasCertificate(request.socket as TLSSocket, clientNames)) return undefined;
    if (hasToken(request.headers.authorization, known)) return undefined;
    return "callers must show a client certificate or a token that this webhook knows\n";
  };
}

function hasCertificate(socket: TLSSocket, names: readonly string[] | undefined): boolean {
  if (socket.authorized !== true) return false;
  const name: unknown = socket.getPeerCertificate().subject?.CN;
  return names === undefined || (typeof name === "string" && names.includes(name));
}

function hasToken(header: string | undefined, known: readonly Buffer[]): boolean {
  const given = Buffer.from(/^Bearer +(\S+)$/i.exec(header ?? "")?.[1] ?? "");
  return known.some((token) => token.length === given.length && timingSafeEqual(token, given));
}
