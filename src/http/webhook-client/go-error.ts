import { getServers } from "node:dns";
import { isIPv6 } from "node:net";

/** Error whose message is already in the words of Go's client. */
export interface GoError extends Error {
  readonly code: "GO";
}

/** Error with a message as Go has it. `cause`: the error of Node. */
export function goError(message: string, cause?: unknown): GoError {
  const error = new Error(message, cause === undefined ? undefined : { cause });
  return Object.assign(error, { code: "GO" as const });
}

/** True for errors of `goError`. */
export function isGoError(error: unknown): error is GoError {
  return error instanceof Error && "code" in error && error.code === "GO";
}

/** Texts of errno values on Linux, as Go prints them. */
const ERRNO: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EADDRNOTAVAIL: "cannot assign requested address",
  ECONNABORTED: "software caused connection abort",
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection reset by peer",
  EHOSTDOWN: "host is down",
  EHOSTUNREACH: "no route to host",
  EINVAL: "invalid argument",
  EMFILE: "too many open files",
  ENETDOWN: "network is down",
  ENETUNREACH: "network is unreachable",
  ENFILE: "too many open files in system",
  ENOBUFS: "no buffer space available",
  EPERM: "operation not permitted",
  EPIPE: "broken pipe",
  ETIMEDOUT: "connection timed out",
};

/** Joins host and port: `::1`, 443 → `[::1]:443`. */
export function joinHostPort(host: string, port: number | string): string {
  return isIPv6(host) || host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

interface SystemError extends Error {
  readonly code?: string;
  readonly syscall?: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
  readonly errors?: readonly Error[];
}

/** Go's error for a connection that could not be opened: `dial tcp 127.0.0.1:1: connect: connection refused`. */
export function dialError(error: SystemError, host: string, port: number): GoError {
  const first: SystemError = error.errors?.[0] ?? error;
  const { code = "" } = first;
  if (first.syscall === "getaddrinfo" || first.syscall === "queryA")
    return goError(lookupText(host, code), error);
  if (code === "ERR_SOCKET_BAD_PORT") return goError(`dial tcp: address ${port}: invalid port`, error);
  const where = joinHostPort(first.address ?? host, first.port ?? port);
  return goError(`dial tcp ${where}: ${first.syscall ?? "connect"}: ${ERRNO[code] ?? first.message}`, error);
}

function lookupText(host: string, code: string): string {
  const server = getServers()[0] ?? "127.0.0.1";
  const on = /:\d+$/.test(server) && !isIPv6(server) ? server : joinHostPort(server, 53);
  return `dial tcp: lookup ${host} on ${on}: ${code === "ENOTFOUND" ? "no such host" : "server misbehaving"}`;
}

/** Both ends of a connection, in Go's notation. */
export interface Ends {
  readonly local: string;
  readonly remote: string;
}

/** Go's text for a broken connection: `read tcp 127.0.0.1:4711->127.0.0.1:443: read: connection reset by peer`. */
export function connectionError(error: SystemError, { local, remote }: Ends): string {
  const write = error.syscall === "write" || error.code === "EPIPE";
  const verb = write ? "write" : "read";
  return `${verb} tcp ${local}->${remote}: ${verb}: ${ERRNO[error.code ?? ""] ?? error.message}`;
}
