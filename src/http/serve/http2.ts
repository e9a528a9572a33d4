import {
  constants,
  type IncomingHttpHeaders,
  performServerHandshake,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { Duplex } from "node:stream";
import { isStream, LongBody, type Peer, type ServerResponse } from "../../api/exchange/exchange.ts";
import { abandonUnsent, pump } from "./body-pump.ts";
import type { Connection } from "./connections.ts";
import type { Exchanges, Guard } from "./exchanges.ts";
import type { Caller } from "./http1.ts";
import { http2Headers, isEmpty } from "./http2-headers.ts";
import { PANIC } from "./panic.ts";
import { limitSession } from "./session-limits.ts";
import { type RequestSource, SocketRequest } from "./socket-request.ts";

interface Http2Options {
  readonly maxHeaderBytes: number;
  readonly maxConcurrentStreams: number;
  readonly keepAliveMs: number;
  readonly headerTimeoutMs: number;
  /** Fraction of the requests whose connection ends after the response, 0 to 1. */
  readonly goawayChance: number;
}

interface Http2 {
  /** Starts HTTP/2 on a connection. */
  accept(socket: Duplex, caller: Caller): void;
  /** Announces to every client that no new requests are accepted (GOAWAY); sessions end with their last stream. */
  drain(): void;
}

/**
 * Flow-control window of one stream, in bytes: the part of a body that a client can send before the handler
 * reads it. kube-apiserver's Go server has the same; with the default of 64 KiB large bodies are slow. The
 * windows are widened when the first body of a connection is read. Until then the whole connection has the
 * default, so bodies that are not read fill little memory.
 */
const STREAM_WINDOW = 256 << 10;
const SESSION_WINDOW = 16 << 20;
/** Limit of the memory that nghttp2 keeps for one connection, mostly headers, in MB. */
const SESSION_MEMORY = 32;
/** Maximum number of header fields of one request. In effect only their bytes are limited, as in HTTP/1.1. */
const HEADER_FIELDS = 1 << 15;
/** Bytes of the head of an answer, with 12 for each field: another API server may send 1 MiB of short fields. */
const ANSWER_HEAD = 4 << 20;

/**
 * Creates the HTTP/2 server, on raw streams (no compatibility layer), for connections that `serve` passes to
 * it.
 */
export function createHttp2(exchanges: Exchanges, options: Http2Options): Http2 {
  const sessions = new Set<ServerHttp2Session>();
  const sessionOptions = {
    maxSessionMemory: SESSION_MEMORY,
    maxHeaderListPairs: HEADER_FIELDS,
    maxSendHeaderBlockLength: ANSWER_HEAD,
    // `limitSession` closes the connections of clients that reset too many streams: nghttp2 would leave them
    // open.
    streamResetBurst: 10_000,
    streamResetRate: 1_000,
    settings: {
      maxConcurrentStreams: options.maxConcurrentStreams,
      maxHeaderListSize: options.maxHeaderBytes,
    },
  };
  const accept = (socket: Duplex, caller: Caller) => {
    const session = performServerHandshake(socket, sessionOptions);
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
    session.on("error", () => session.destroy());
    serveSession(session, caller, exchanges, options);
    if (exchanges.draining) session.close();
  };
  const drain = () => {
    for (const session of sessions) session.close();
  };
  return { accept, drain };
}

function serveSession(
  session: ServerHttp2Session,
  { peer, connection }: Caller,
  exchanges: Exchanges,
  options: Http2Options,
): void {
  const use = limitSession(session, options);
  let widened = false;
  const expectBody = () => {
    if (!widened && !session.destroyed) widen(session);
    widened = true;
  };
  session.on(
    "stream",
    (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, flags: number, raw: readonly string[]) => {
      use.begin();
      connection.begin();
      stream.once("close", () => {
        use.end(stream.rstCode !== constants.NGHTTP2_NO_ERROR);
        connection.end();
      });
      const bodyless = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
      if (Math.random() < options.goawayChance) leaveAfter(stream, session);
      const source = new StreamSource(stream, headers, raw, { bodyless, connection, expectBody });
      respond(source, exchanges, peer);
    },
  );
}

/**
 * Sends GOAWAY when the stream ends, so that the client opens nothing new on this connection. Requests in
 * progress continue, and the connection ends with the last of them (apiserver/pkg/server/filters/goaway.go).
 */
function leaveAfter(stream: ServerHttp2Stream, session: ServerHttp2Session): void {
  stream.once("close", () => {
    if (!session.closed && !session.destroyed) session.close();
  });
}

function widen(session: ServerHttp2Session): void {
  session.settings({ initialWindowSize: STREAM_WINDOW });
  session.setLocalWindowSize(SESSION_WINDOW);
}

/** A class, and not closures: a server has thousands of idle watches. */
class StreamSource implements RequestSource {
  readonly protocol = "HTTP/2.0";
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly rawHeaders: readonly string[];
  readonly stream: ServerHttp2Stream;
  readonly bodyless: boolean;
  readonly connection: Connection;
  readonly expectBody: () => void;

  constructor(
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    rawHeaders: readonly string[],
    { bodyless, connection, expectBody }: Body,
  ) {
    this.method = headers[":method"] ?? "GET";
    this.target = headers[":path"] ?? "/";
    this.headers = ordinaryHeaders(headers);
    this.rawHeaders = rawHeaders;
    this.stream = stream;
    this.bodyless = bodyless;
    this.connection = connection;
    this.expectBody = expectBody;
  }

  /** A stream that is reset in the middle of a body also emits `end`. */
  isComplete(): boolean {
    const { stream } = this;
    return !stream.aborted && !stream.closed && !stream.destroyed;
  }

  invite(): void {
    this.stream.additionalHeaders({ ":status": 100 });
  }

  hangUp(): void {
    this.stream.session?.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM);
  }
}

interface Body {
  readonly bodyless: boolean;
  readonly connection: Connection;
  readonly expectBody: () => void;
}

function respond(source: StreamSource, exchanges: Exchanges, peer: Peer): void {
  const { stream } = source;
  const request = new SocketRequest(source, peer);
  stream.on("error", ignore);
  const guard = exchanges.guard(request, () => breakOff(stream));
  const onClose = guard(() => {
    if (!stream.writableFinished) request.leave();
    request.end();
  });
  stream.once("close", onClose);
  if (!source.bodyless)
    stream.once(
      "finish",
      guard(() => refuseRest(stream)),
    );
  const onAnswer = guard((response: ServerResponse) => {
    if (stream.destroyed || stream.closed) abandonUnsent(response);
    else send(response, request, { stream, exchanges, guard });
  });
  void exchanges.answer(request).then(onAnswer);
}

/** A stream that the client reset also emits `error`; the handler of `close` is enough. */
function ignore(): void {}

/** Closes the stream after the response: the rest of the body is not read any more (RFC 9113, 8.1). */
function refuseRest(stream: ServerHttp2Stream): void {
  if (!stream.readableEnded && !stream.destroyed) stream.close(constants.NGHTTP2_NO_ERROR);
}

function breakOff(stream: ServerHttp2Stream): void {
  if (stream.destroyed || stream.closed) return;
  if (stream.headersSent) reset(stream);
  else writeWhole(PANIC, stream, false);
}

/**
 * Resets the stream. `close` with a code would first end the stream in good order, and the client would treat
 * the response as complete.
 */
function reset(stream: ServerHttp2Stream): void {
  stream.destroy(new Error("the response cannot be completed"));
}

function ordinaryHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string | undefined>> {
  const out: Record<string, string | undefined> = {};
  for (const name in headers) {
    if (name.charCodeAt(0) === 58) continue;
    const value = headers[name];
    out[name] = typeof value === "string" || value === undefined ? value : value.join(", ");
  }
  out.host ??= headers[":authority"];
  return out;
}

interface Sending {
  readonly stream: ServerHttp2Stream;
  readonly exchanges: Exchanges;
  readonly guard: Guard;
}

function send(response: ServerResponse, request: SocketRequest, sending: Sending): void {
  const { body } = response;
  const head = request.method === "HEAD" || isEmpty(response);
  if (head) abandonUnsent(response);
  if (head || !(isStream(body) || body instanceof LongBody)) sendWhole(response, sending, head);
  else sendPieces(response, body, request, sending);
}

function sendPieces(
  response: ServerResponse,
  body: LongBody | AsyncIterable<Uint8Array | string>,
  request: SocketRequest,
  { stream, exchanges, guard }: Sending,
): void {
  stream.respond(http2Headers(response));
  const long = body instanceof LongBody;
  const pumping = pump(long ? body.pieces : body, {
    out: stream,
    unsent: exchanges.unsent,
    ...(long ? { until: exchanges.unsent.deadline() } : {}),
    breakOff: () => reset(stream),
    failed: (error) => exchanges.report(error, request),
  });
  if (!long) exchanges.opened(pumping);
  const onClose = guard(() => {
    pumping.abandon();
    exchanges.closed(pumping);
  });
  stream.once("close", onClose);
}

function sendWhole(response: ServerResponse, { stream, exchanges }: Sending, head: boolean): void {
  const length = writeWhole(response, stream, head);
  stream.once(
    "close",
    exchanges.unsent.add(length, () => reset(stream)),
  );
}

/** Writes a whole response; returns the length of its body, in bytes. */
function writeWhole(response: ServerResponse, stream: ServerHttp2Stream, head: boolean): number {
  const { body } = response;
  const whole = typeof body === "string" || body === undefined || body instanceof Uint8Array;
  const bytes = typeof body === "string" ? Buffer.from(body) : whole ? body : undefined;
  const empty = isEmpty(response);
  const headers = http2Headers(response);
  if (!empty && whole) headers["content-length"] ??= String(bytes?.byteLength ?? 0);
  const endStream = head || empty || bytes === undefined || bytes.byteLength === 0;
  stream.respond(headers, { endStream });
  if (!endStream) stream.end(bytes);
  return bytes?.byteLength ?? 0;
}
