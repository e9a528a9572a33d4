import type { Duplex } from "node:stream";
import type { Cancellation } from "../../async/cancellation.ts";

/** One HTTP request as the server handles it. It came over a socket or is a call in memory. */
export interface ServerRequest {
  /** Method as sent, in capitals: `GET`, `POST`, … */
  readonly method: string;
  /** Path as sent: not decoded, without the query. It begins with `/` (or is `*`). */
  readonly path: string;
  /** Text after the `?`, not decoded; the empty string if there is none. */
  readonly rawQuery: string;
  /** Parsed query, made at the first access. The object is shared: do not change it. */
  readonly query: URLSearchParams;
  /** Lower-case names. A repeated header is joined with `, `, as Node does it; `host` is always here (h2: `:authority`). */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /**
   * Returns all values of one header (lower-case name) in the order of arrival, for headers that can be repeated:
   * `impersonate-group`.
   */
  headerValues(name: string): readonly string[];
  readonly protocol: "HTTP/1.0" | "HTTP/1.1" | "HTTP/2.0";
  /** True if the request came over TLS. URLs in responses then begin with `https`. */
  readonly secure: boolean;
  readonly peer: Peer;
  /**
   * Aborted if the client disconnects before the response is complete. The signal is created at the first access, so
   * read it only in code that waits.
   */
  readonly signal: AbortSignal;
  /** Tells the same as `signal`, and costs less. Absent: `signal` is used. */
  readonly cancellation?: Cancellation;
  /**
   * Reads the whole body; empty if there is none. It can be called once. Rejects with a 413 StatusError `limit is
   * <limit>` for a body over `limit` bytes, and with an Error `unexpected EOF` if the client breaks off.
   */
  body(limit: number): Promise<Uint8Array>;
  /** Closes the connection of the request, with all other requests on it. Absent in memory. */
  hangUp?(): void;
  /**
   * Returns the number of bytes received on the connection since the last call, without the bytes of bodies that were
   * read. Absent in memory.
   */
  unwantedBytes?(): number;
  /** True if the client requests another protocol (`Upgrade`) and the connection can change to it. */
  readonly maySwitch?: boolean;
  /**
   * Time when the head of the request had been read, in milliseconds of `performance.now()`. It is used for durations
   * and deadlines.
   */
  readonly startedAt: number;
}

/** The client's end of the connection. */
export interface Peer {
  /** IP address without port; empty in memory. IPv4 addresses are printed as such, also on a dual-stack socket. */
  readonly address: string;
  readonly port: number;
  /** The client certificate, only if the client CA bundle verifies it. */
  readonly certificate?: PeerCertificate;
  /** Reason why the client's certificate is not trusted. Authentication then responds with 401. */
  readonly certificateError?: string;
}

/** The identity in a client certificate, and its validity. */
export interface PeerCertificate {
  /** The last CN of the subject; may be empty. */
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** Subject attribute 1.3.6.1.4.1.57683.2; absent if there is none. */
  readonly uid?: string;
  /** SHA-256 of the DER form, lower-case hex without colons. */
  readonly fingerprint: string;
  /**
   * CA bundles that verify the certificate, if the server has a bundle for proxies too; absent: it is verified for
   * clients.
   */
  readonly vouchedBy?: { readonly clients: boolean; readonly proxies: boolean };
  /**
   * Validity in milliseconds since 1970. A connection can be kept longer than its certificate is valid, so each
   * request has to check it.
   */
  readonly validFrom: number;
  readonly validTo: number;
}

/** A response. Header names may be in any case; `content-length` and `date` are added when it is sent. */
export interface ServerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /**
   * Body of the response; absent: none. An async iterable is a stream: the head is sent at once, and each piece as
   * soon as it is available. With the status 101, for a client that requests a WebSocket, each piece is a message.
   */
  readonly body?: Uint8Array | string | LongBody | AsyncIterable<Uint8Array | string>;
  /**
   * `texts`: messages of a WebSocket are sent as texts, although their pieces are bytes of UTF-8. Absent: only pieces
   * that are strings are sent as texts.
   */
  readonly messagesAre?: "texts";
  /** With the status 101, for a request with `maySwitch`: the stream that is connected to the client from now on. */
  readonly connection?: Duplex;
}

/**
 * A whole body that is too long to be kept in memory for every client that requested it. Its pieces are made as the
 * client reads them. It can be read once.
 */
export class LongBody {
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

  constructor(pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
    this.pieces = pieces;
  }
}

/**
 * Handles one request and returns one response. It must not throw: an exception becomes a 500 response without a
 * Status.
 */
export type Handler = (request: ServerRequest) => Promise<ServerResponse>;

/** Returns the cancellation of a request, for code that needs no AbortSignal. */
export const cancellationOf = (request: Pick<ServerRequest, "cancellation" | "signal">): Cancellation =>
  request.cancellation ?? request.signal;

/** The body in one piece; undefined if there is none, or if it is an endless stream. */
export async function wholeBody(body: ServerResponse["body"]): Promise<Uint8Array | string | undefined> {
  if (!(body instanceof LongBody)) return isStream(body) ? undefined : body;
  const pieces: Uint8Array[] = [];
  for await (const piece of body.pieces) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** True for a body that is produced piece by piece. */
export function isStream(body: ServerResponse["body"]): body is AsyncIterable<Uint8Array | string> {
  return typeof body === "object" && Symbol.asyncIterator in body;
}
