import { connectionError, isGoError } from "./go-error.ts";
import { headText } from "./head-error.ts";
import type { Facts } from "./observed.ts";
import { handshakeText } from "./tls-error.ts";

/**
 * Returns Go's text for an error of undici, without the URL. `inBody`: the call failed after the head of the
 * response.
 */
export function troubleText(reported: Error, known: WeakMap<Error, Facts>, inBody: boolean): string {
  if (isGoError(reported)) return reported.message;
  const facts = known.get(reported);
  const error: Error & { readonly code?: string; readonly syscall?: string } = facts?.trouble() ?? reported;
  const { code = "" } = error;
  if (code.startsWith("ERR_SSL_") && facts !== undefined) return handshakeText(error, facts.ends);
  if (error.syscall !== undefined && facts !== undefined) return connectionError(error, facts.ends);
  const ended = code === "UND_ERR_SOCKET" || /EOF/.test(code);
  const unreadable = error.name === "HTTPParserError";
  if (inBody) return ended ? "unexpected EOF" : bodyText(code, unreadable, error.message);
  if (code === "UND_ERR_HEADERS_OVERFLOW") return HEAD_TOO_LARGE;
  const head = facts?.head() ?? Buffer.alloc(0);
  if (ended) return head.length === 0 ? "EOF" : headText(head, true);
  return unreadable || code.startsWith("UND_ERR_RES") ? headText(head, false) : error.message;
}

const HEAD_TOO_LARGE =
  "net/http: HTTP/1.x transport connection broken: net/http: server response headers exceeded 10485760 bytes; aborted";

function bodyText(code: string, unreadable: boolean, message: string): string {
  if (code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") return "unexpected EOF";
  if (!unreadable) return message;
  return /chunk size/.test(message) ? "invalid byte in chunk length" : "malformed chunked encoding";
}
