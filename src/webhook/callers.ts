import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { TLSSocket } from "node:tls";
import { messageOf } from "../api/describe-error.ts";
import { clientAuthorities } from "../api/x509/ca-bundle.ts";
import { readCertificateSubject } from "../api/x509/certificate-subject.ts";
import { DerProblem } from "../api/x509/der.ts";

/**
 * Who may call: API servers with a certificate or a token. Without both members, everybody may call. Empty values
 * (`undefined`, an empty string or list, for example from an unset environment variable) are refused.
 */
export interface CallerOptions {
  /** Certificate authorities for the client certificates of API servers, PEM. */
  readonly clientCa?: string;
  /** Accepted common names of client certificates; default: all. */
  readonly clientNames?: readonly string[];
  /** Bearer tokens, as in the `--admission-control-config-file` of an API server. */
  readonly tokens?: readonly string[];
}

/** Why a caller is refused, to be answered with 401; undefined: it is welcome. */
export type CheckCaller = (request: IncomingMessage) => string | undefined;

/** One proof is enough where both are asked for. Throws for options that would let in others than they seem to. */
export function checkCallers(options: CallerOptions): CheckCaller {
  refuseEmpty(options);
  const { clientCa, clientNames, tokens = [] } = options;
  if (clientCa === undefined && tokens.length === 0) return () => undefined;
  const known = tokens.map(digest);
  return (request) => {
    if (clientCa !== undefined && hasCertificate(request.socket as TLSSocket, clientNames)) return undefined;
    if (hasToken(request.headers.authorization, known)) return undefined;
    return "callers must show a client certificate or a token that this webhook knows\n";
  };
}

function refuseEmpty(options: CallerOptions): void {
  for (const name of ["clientCa", "clientNames", "tokens"] as const)
    if (name in options && options[name] === undefined)
      throw new Error(`${name} is undefined: leave it out to skip this check`);
  const { clientCa, clientNames, tokens } = options;
  if (clientCa !== undefined) checkAuthorities(clientCa);
  if (clientNames !== undefined && clientCa === undefined) throw new Error("clientNames needs clientCa");
  if (clientNames !== undefined) checkList("clientNames", clientNames, /^[^\0]+$/, "a text");
  if (tokens !== undefined) checkList("tokens", tokens, /^\S+$/, "a text without white space");
}

function checkAuthorities(pem: string): void {
  try {
    clientAuthorities(pem);
  } catch (error) {
    throw new Error(`clientCa: ${messageOf(error)}`, { cause: error });
  }
}

/** Values are not named: tokens are secret. */
function checkList(name: string, list: readonly unknown[], form: RegExp, wanted: string): void {
  if (list.length === 0) throw new Error(`${name} is empty: nobody could call`);
  const bad = list.findIndex((one) => typeof one !== "string" || !form.test(one));
  if (bad >= 0) throw new Error(`${name}[${bad}] must be ${wanted}, and not empty`);
}

function hasCertificate(socket: TLSSocket, names: readonly string[] | undefined): boolean {
  if (socket.authorized !== true) return false;
  return names === undefined || names.includes(nameIn(socket.getPeerCertificate().raw));
}

/** Empty, which is nobody's, for what cannot be read. */
function nameIn(certificate: Buffer): string {
  try {
    return readCertificateSubject(certificate).commonName;
  } catch (problem) {
    if (problem instanceof DerProblem) return "";
    throw problem;
  }
}

/** As long for every token: neither its length nor what it has in common with one of ours shows. */
function hasToken(header: string | undefined, known: readonly Buffer[]): boolean {
  const given = /^Bearer +(\S+)$/i.exec(header ?? "")?.[1];
  if (given === undefined) return false;
  const shown = digest(given);
  return known.filter((token) => timingSafeEqual(token, shown)).length > 0;
}

const digest = (token: string): Buffer => createHash("sha256").update(token).digest();
