import { connectionError, type Ends } from "./go-error.ts";

/** TLS alerts by number, in Go's words. */
const ALERTS: Readonly<Record<number, string>> = {
  10: "unexpected message",
  20: "bad record MAC",
  21: "decryption failed",
  22: "record overflow",
  30: "decompression failure",
  40: "handshake failure",
  42: "bad certificate",
  43: "unsupported certificate",
  44: "revoked certificate",
  45: "expired certificate",
  46: "unknown certificate",
  47: "illegal parameter",
  48: "unknown certificate authority",
  49: "access denied",
  50: "error decoding message",
  51: "error decrypting message",
  60: "export restriction",
  70: "protocol version not supported",
  71: "insufficient security level",
  80: "internal error",
  86: "inappropriate fallback",
  90: "user canceled",
  100: "no renegotiation",
  109: "missing extension",
  110: "unsupported extension",
  111: "certificate unobtainable",
  112: "unrecognized name",
  113: "bad certificate status response",
  114: "bad certificate hash value",
  115: "unknown PSK identity",
  116: "certificate required",
  120: "no application protocol",
};

interface TlsError extends Error {
  readonly code?: string;
  readonly syscall?: string;
  readonly reason?: string;
  readonly opensslErrorStack?: readonly string[];
}

/** True if the server's answer was not TLS; then the text depends on its first bytes. */
export function isNotTls(error: TlsError): boolean {
  return /wrong version number|packet length too long|data length too long|http request|unexpected message|record layer failure|bad record type|invalid record/i.test(
    detail(error),
  );
}

/** Returns Go's text for the first bytes of a server that does not speak TLS. */
export function notTlsText(first: Buffer): string {
  if (first.length === 0) return "EOF";
  if (first.length < 5) return "unexpected EOF";
  if (first.subarray(0, 5).toString("latin1") === "HTTP/")
    return "http: server gave HTTP response to HTTPS client";
  const isRecord = first[0] === 21 || first[0] === 22;
  if (!isRecord || first.readUInt16BE(1) >= 0x1000)
    return "tls: first record does not look like a TLS handshake";
  const length = first.readUInt16BE(3);
  if (length > 16384 + 2048) return `tls: oversized record received with length ${length}`;
  return "unexpected EOF";
}

/** Returns Go's text about a failed TLS handshake. */
export function handshakeText(error: TlsError, ends: Ends): string {
  const alert = /SSL alert number (\d+)/.exec(
    `${error.message} ${(error.opensslErrorStack ?? []).join(" ")}`,
  )?.[1];
  const named = alert === undefined ? alertByName(detail(error)) : ALERTS[Number(alert)];
  if (named !== undefined) return `remote error: tls: ${named}`;
  if (alert !== undefined) return `remote error: tls: alert(${alert})`;
  if (/unsupported protocol/i.test(detail(error)))
    return "tls: server selected unsupported protocol version 301";
  // Node reports a server that closes the connection during the handshake as a reset without a system call.
  if (error.code === "ECONNRESET" && error.syscall === undefined) return "EOF";
  if (error.syscall === "read" || error.syscall === "write") return connectionError(error, ends);
  return `tls: ${error.reason ?? error.message}`;
}

function alertByName(text: string): string | undefined {
  const name = /alert[ _]([a-z0-9_ ]+)/i.exec(text)?.[1]?.replaceAll("_", " ").toLowerCase().trim();
  return name === undefined ? undefined : OPENSSL_NAMES[name];
}

/** Go's names of alerts by OpenSSL's names. */
const OPENSSL_NAMES: Readonly<Record<string, string>> = {
  "handshake failure": "handshake failure",
  "bad certificate": "bad certificate",
  "certificate required": "certificate required",
  "certificate unknown": "unknown certificate",
  "certificate expired": "expired certificate",
  "certificate revoked": "revoked certificate",
  "unsupported certificate": "unsupported certificate",
  "unknown ca": "unknown certificate authority",
  "access denied": "access denied",
  "protocol version": "protocol version not supported",
  "insufficient security": "insufficient security level",
  "internal error": "internal error",
  "unrecognized name": "unrecognized name",
  "no application protocol": "no application protocol",
  "decode error": "error decoding message",
  "decrypt error": "error decrypting message",
  "illegal parameter": "illegal parameter",
  "unexpected message": "unexpected message",
};

function detail(error: TlsError): string {
  return `${error.code ?? ""} ${error.reason ?? ""} ${error.message}`.replaceAll("_", " ");
}
