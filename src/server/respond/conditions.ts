import type { ServerRequest } from "../../api/exchange/exchange.ts";

/** Validators of a document (RFC 9110, section 8.8): clients that cache one use them to ask for changes. */
export interface Validators {
  /** Entity tag with its quotes; absent: the document has none. */
  readonly etag?: string;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

/**
 * Returns the status that answers a conditional request without the document: 304 if the client already has
 * it, or 412. Undefined: the document is sent. (RFC 9110, section 13.2.2, as Go's http.ServeContent does it;
 * without `If-Range`.)
 */
export function statusOfConditions(request: ServerRequest, document: Validators): 304 | 412 | undefined {
  if (!isAsExpected(request, document)) return 412;
  const isRead = request.method === "GET" || request.method === "HEAD";
  const tags = request.headers["if-none-match"];
  if (tags) return matches(tags, document.etag, isSame) ? (isRead ? 304 : 412) : undefined;
  const since = timeIn(request.headers["if-modified-since"]);
  return isRead && since !== undefined && secondOf(document) <= since ? 304 : undefined;
}

function isAsExpected({ headers }: ServerRequest, document: Validators): boolean {
  const tags = headers["if-match"];
  if (tags) return matches(tags, document.etag, isSameAndStrong);
  const since = timeIn(headers["if-unmodified-since"]);
  return since === undefined || secondOf(document) <= since;
}

const TAG = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/;

/**
 * True if a tag of the list matches. Reads tags up to the first text that is no tag. `*` matches every
 * document.
 */
function matches(
  list: string,
  etag: string | undefined,
  isMatch: (a: string, b: string | undefined) => boolean,
): boolean {
  for (let rest = withoutCommas(list); rest !== ""; rest = withoutCommas(rest)) {
    if (rest.startsWith("*")) return true;
    const tag = TAG.exec(rest)?.[0];
    if (tag === undefined) return false;
    if (isMatch(tag, etag)) return true;
    rest = rest.slice(tag.length);
  }
  return false;
}

const withoutCommas = (list: string): string => list.replace(/^[, \t]+/, "");

const withoutWeakness = (tag: string): string => (tag.startsWith("W/") ? tag.slice(2) : tag);

const isSame = (a: string, b: string | undefined): boolean =>
  b !== undefined && withoutWeakness(a) === withoutWeakness(b);

const isSameAndStrong = (a: string, b: string | undefined): boolean => a === b && !a.startsWith("W/");

const HTTP_TIME = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Parses an HTTP date to seconds since 1970; undefined if there is none. */
function timeIn(header: string | undefined): number | undefined {
  const time = header !== undefined && HTTP_TIME.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(time) ? undefined : time / 1000;
}

const secondOf = ({ modifiedAt }: Validators): number => Math.floor(modifiedAt / 1000);
