import {
  constants,
  type IncomingHttpHeaders,
  performServerHandshake,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { Duplex } from "node:stream";
import type { Exchanges } from "../exchanges.ts";
import type { Caller } from "../http1.ts";
import { limitSession } from "./session-limits.ts";
import { StreamExchange, StreamSource } from "./stream-exchange.ts";

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
      const bodyless = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
      const source = new StreamSource(stream, headers, raw, { bodyless, connection, expectBody });
      new StreamExchange(source, { exchanges, peer, use }).begin();
      if (Math.random() < options.goawayChance) leaveAfter(stream, session);
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
