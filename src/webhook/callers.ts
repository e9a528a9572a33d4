import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { TLSSocket } from "node:tls";
import { clientAuthorities } from "../crypto/x509/ca-bundle.ts";
import { readCertificateSubject } from "../crypto/x509/certificate-subject.ts";
import { DerProblem } from "../crypto/x509/der.ts";
import { inContext } from "../report/in-context.ts";

/**
 * Authentication of callers: API servers with a client certificate or a token. Without `clientCa` and
 * `tokens`, all callers are accepted. Empty values (`undefined`, an empty string or list, for example from an
 * unset environment variable) are refused.
 */
export interface CallerOptions {
  /** Certificate authorities for the client certificates of API servers, PEM. */
  readonly clientCa?: string;
  /** Accepted common names of client certificates; default: all. */
  readonly clientNames?: readonly string[];
  /** Accepted bearer tokens, as in the `--admission-control-config-file` of an API server. */
  readonly tokens?: readonly string[];
}

/** Returns the reason to refuse a caller with 401; undefined if the caller is accepted. */
export type CheckCaller = (request: IncomingMessage) => string | undefined;

/**
 * Returns the check of callers. If both a certificate and a token are configured, one of them is sufficient.
 * Throws for options that would accept more callers than intended.
 */
export function checkCallers(options: CallerOptions): CheckCaller {
  refuseEmpty(options);
  const { clientCa, clientNames, tokens = [] } = options;
  if (clientCa === undefined && tokens.length === 0) return () => undefined;
  const known = tokens.map(digest);
  return (request) => {
    if (
      clientCa !== undefined &&
      request.socket instanceof TLSSocket &&
      hasCertificate(request.socket, clientNames)
    )
      return undefined;
    if (hasToken(request.headers.authorization, known)) return undefined;
    return "callers must show a client certificate or a token that this webhook accepts\n";
  };
}

function refuseEmpty(options: CallerOptions): void {
  for (const name of ["clientCa", "clientNames", "tokens"] as const)
    if (name in options && options[name] === undefined)
      throw new Error(`${name} is undefined: leave it out to skip this check`);
  const { clientCa, clientNames, tokens } = options;
  if (clientCa !== undefined) inContext("clientCa", () => clientAuthorities(clientCa));
  if (clientNames !== undefined && clientCa === undefined) throw new Error("clientNames needs clientCa");
  if (clientNames !== undefined) checkList("clientNames", clientNames, /^[^\0]+$/, "a text");
  if (tokens !== undefined) checkList("tokens", tokens, /^\S+$/, "a text without white space");
}

/** Throws for a list with invalid values. The error has their index, not the value, because tokens are secret. */
function checkList(name: string, list: readonly unknown[], form: RegExp, wanted: string): void {
  if (list.length === 0) throw new Error(`${name} is empty: every caller would be refused`);
  const bad = list.findIndex((one) => typeof one !== "string" || !form.test(one));
  if (bad >= 0) throw new Error(`${name}[${bad}] must be ${wanted}, and not empty`);
}

function hasCertificate(socket: TLSSocket, names: readonly string[] | undefined): boolean {
  if (socket.authorized !== true) return false;
  return names === undefined || names.includes(nameIn(socket.getPeerCertificate().raw));
}

/** Returns the common name of a certificate; for an unreadable one an empty name, which is never accepted. */
function nameIn(certificate: Buffer): string {
  try {
    return readCertificateSubject(certificate).commonName;
  } catch (problem) {
    if (problem instanceof DerProblem) return "";
    throw problem;
  }
}

/**
 * Takes the same time for every token, so that the time shows neither the length of a token nor a common
 * prefix with an accepted one.
 */
function hasToken(header: string | undefined, known: readonly Buffer[]): boolean {
  const given = /^Bearer +(\S+)$/i.exec(header ?? "")?.[1];
  if (given === undefined) return false;
  const shown = digest(given);
  return known.filter((token) => timingSafeEqual(token, shown)).length > 0;
}

const digest = (token: string): Buffer => createHash("sha256").update(token).digest();
