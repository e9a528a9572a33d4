import { quote } from "../../go/quote.ts";
import { connectionError, isGoError } from "./go-error.ts";
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

/**
 * Returns Go's text about a response head that cannot be read, with the prefix of Go's transport. `bytes`:
 * the bytes received until the response was abandoned. `ended`: the server closed the connection.
 */
function headText(bytes: Buffer, ended: boolean): string {
  const problem =
    problemIn(bytes, ended) ??
    (ended ? "unexpected EOF" : `malformed HTTP response ${quote(lineAt(bytes, 0).text)}`);
  return `net/http: HTTP/1.x transport connection broken: ${problem}`;
}

function problemIn(bytes: Buffer, ended: boolean): string | undefined {
  const first = lineAt(bytes, 0);
  const status = statusLineProblem(first.text);
  if (status !== undefined) return status;
  const code = Number(first.text.split(" ")[1]);
  // Informational responses come before the final one.
  if (code >= 100 && code < 200 && code !== 101) {
    const end = bytes.indexOf("\r\n\r\n");
    return end < 0 || end + 4 >= bytes.length ? undefined : problemIn(bytes.subarray(end + 4), ended);
  }
  return headerProblem(bytes, first.next);
}

function statusLineProblem(line: string): string | undefined {
  const space = line.indexOf(" ");
  if (space < 0) return `malformed HTTP response ${quote(line)}`;
  const code =
    line
      .slice(space + 1)
      .trimStart()
      .split(" ")[0] ?? "";
  if (!/^\d{3}$/.test(code)) return `malformed HTTP status code ${quote(code)}`;
  const version = line.slice(0, space);
  return /^HTTP\/\d\.\d$/.test(version) ? undefined : `malformed HTTP version ${quote(version)}`;
}

function headerProblem(bytes: Buffer, start: number): string | undefined {
  const lengths: string[] = [];
  for (let at = start, index = 0; at < bytes.length; index++) {
    const { text, next } = lineAt(bytes, at);
    at = next;
    if (text === "") break;
    if (index === 0 && /^[ \t]/.test(text)) return `malformed MIME header initial line: ${quote(text)}`;
    const colon = text.indexOf(":");
    if (colon < 0) return `malformed MIME header: missing colon: ${quote(text)}`;
    const name = text.slice(0, colon);
    const value = text.slice(colon + 1).trim();
    if (name === "" || hasControl(text)) return `malformed MIME header line: ${quote(text)}`;
    if (/^content-length$/i.test(name)) lengths.push(value);
    if (/^transfer-encoding$/i.test(name) && value.toLowerCase() !== "chunked")
      return `unsupported transfer encoding: ${quote(value)}`;
  }
  return lengthProblem(lengths);
}

const MAX_INT64 = 2n ** 63n - 1n;

function lengthProblem(lengths: readonly string[]): string | undefined {
  if (new Set(lengths).size > 1)
    return `http: message cannot contain multiple Content-Length headers; got [${lengths.map(quote).join(" ")}]`;
  const bad = lengths.find((length) => !/^\d{1,19}$/.test(length) || BigInt(length) > MAX_INT64);
  return bad === undefined ? undefined : `bad Content-Length ${quote(bad)}`;
}

function hasControl(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if ((code < 0x20 && code !== 9) || code === 0x7f) return true;
  }
  return false;
}

function lineAt(bytes: Buffer, start: number): { text: string; next: number } {
  const end = bytes.indexOf(10, start);
  const stop = end < 0 ? bytes.length : end;
  return {
    text: bytes.toString("utf8", start, stop).replace(/\r$/, ""),
    next: end < 0 ? bytes.length : end + 1,
  };
}
