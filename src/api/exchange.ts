import type { Duplex } from "node:stream";

/** What a server sees of one HTTP request, whichever way it came in: over a socket or as a call in memory. */
export interface ServerRequest {
  /** In capitals, as sent: `GET`, `POST`, … */
  readonly method: string;
  /** As sent, not decoded, without the query; begins with `/` (or is `*`). */
  readonly path: string;
  /** What follows the `?`, not decoded; the empty string when there is none. */
  readonly rawQuery: string;
  /** The parsed query, made when first asked for. Shared: do not change it. */
  readonly query: URLSearchParams;
  /** Lower-case names. A repeated header is joined with `, `, as Node does it; `host` is always here (h2: `:authority`). */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** All values of one header (lower-case name) in the order of arrival, for those that may repeat: `impersonate-group`. */
  headerValues(name: string): readonly string[];
  readonly protocol: "HTTP/1.0" | "HTTP/1.1" | "HTTP/2.0";
  /** True when it came over TLS: URLs in answers are `https`. */
  readonly secure: boolean;
  readonly peer: Peer;
  /** Aborted when the client goes away before the answer is complete. Made when first asked for: ask only if you wait. */
  readonly signal: AbortSignal;
  /** True: the client went away before the answer was complete. Cheaper than `signal`. Absent: only `signal` tells it. */
  readonly isAbandoned?: boolean;
  /**
   * The whole body; empty when there is none. May be called once. Over `limit` bytes it rejects with a 413 StatusError
   * `limit is <limit>`, when the client breaks off with an Error `unexpected EOF`.
   */
  body(limit: number): Promise<Uint8Array>;
  /** Ends the connection over which it came, with all that is under way on it. Absent in memory. */
  hangUp?(): void;
  /**
   * Bytes that came over its connection since this was asked last, but for those of bodies that were read. Absent in
   * memory.
   */
  unwantedBytes?(): number;
  /** True: the client asks for another protocol, and the connection can change to it. */
  readonly maySwitch?: boolean;
  /** Milliseconds of `performance.now()` when the head of the request had been read: for durations and deadlines. */
  readonly startedAt: number;
}

/** The other end of the connection. */
export interface Peer {
  /** IP address without port; empty in memory. IPv4 addresses are printed as such, also on a dual-stack socket. */
  readonly address: string;
  readonly port: number;
  /** Only a client certificate that the client CA bundle vouches for. */
  readonly certificate?: PeerCertificate;
  /** Why the certificate that the client showed cannot be trusted: authentication answers 401. */
  readonly certificateError?: string;
}

/** What a client certificate says of its owner. */
export interface PeerCertificate {
  /** The last CN of the subject; may be empty. */
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** Subject attribute 1.3.6.1.4.1.57683.2; absent when there is none. */
  readonly uid?: string;
  /** SHA-256 of the DER form, lower-case hex without colons. */
  readonly fingerprint: string;
  /** Which authorities vouch for it, where there are those of proxies too; absent: those of clients. */
  readonly vouchedBy?: { readonly clients: boolean; readonly proxies: boolean };
  /** Milliseconds since 1970. A kept connection may outlive its certificate: check it per request. */
  readonly validFrom: number;
  readonly validTo: number;
}

/** Header names may be in any case; `content-length` and `date` are added by the code that sends it. */
export interface ServerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /**
   * An async iterable is a stream: the head goes out at once, each piece as soon as it is there. With the status 101, to a
   * client that asks for a WebSocket, each piece is a message. Absent: no body.
   */
  readonly body?: Uint8Array | string | LongBody | AsyncIterable<Uint8Array | string>;
  /** Messages of a WebSocket are texts, though their pieces are bytes of UTF-8. Absent: only pieces that are strings are texts. */
  readonly messagesAre?: "texts";
  /** With the status 101, to a request that `maySwitch`: where the bytes of the client go from now on, and come from. */
  readonly connection?: Duplex;
}

/**
 * A whole body that is too long to be held for every client that has asked for it: its pieces are made as the client takes
 * them. Can be read once.
 */
export class LongBody {
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

  constructor(pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
    this.pieces = pieces;
  }
}

/** One request in, one response out. Must not throw: what it throws becomes a bare 500. */
export type Handler = (request: ServerRequest) => Promise<ServerResponse>;

/** The body in one piece; undefined when there is none, or no end of it. */
export async function wholeBody(body: ServerResponse["body"]): Promise<Uint8Array | string | undefined> {
  if (!(body instanceof LongBody)) return isStream(body) ? undefined : body;
  const pieces: Uint8Array[] = [];
  for await (const piece of body.pieces) pieces.push(piece);
  return Buffer.concat(pieces);
}

export function isStream(body: ServerResponse["body"]): body is AsyncIterable<Uint8Array | string> {
  return typeof body === "object" && Symbol.asyncIterator in body;
}
