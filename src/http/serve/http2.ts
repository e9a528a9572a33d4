import {
  constants,
  type IncomingHttpHeaders,
  performServerHandshake,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { Duplex } from "node:stream";
import { isStream, type Peer, type ServerResponse } from "../../api/exchange.ts";
import { pump } from "./body-pump.ts";
import type { Exchanges, Guard } from "./exchanges.ts";
import { headerValue } from "./header-value.ts";
import { abandonUnsent } from "./http1.ts";
import { PANIC } from "./panic.ts";
import { SocketRequest } from "./socket-request.ts";

export interface Http2Options {
  readonly maxHeaderBytes: number;
  readonly maxConcurrentStreams: number;
  readonly keepAliveMs: number;
}

export interface Http2 {
  /** Speaks HTTP/2 over a connection from now on. */
  accept(socket: Duplex, peer: Peer): void;
  /** Tells every client to open nothing new here (GOAWAY); sessions end with their last stream. */
  drain(): void;
}

/** Bodies of a few MiB fit without waiting for a window update: the defaults of 64 KiB halve the throughput. */
const STREAM_WINDOW = 1 << 20;
const SESSION_WINDOW = 16 << 20;

/** HTTP/2 on raw streams (no compatibility layer) over connections that it is handed. */
export function createHttp2(exchanges: Exchanges, options: Http2Options): Http2 {
  const sessions = new Set<ServerHttp2Session>();
  const sessionOptions = {
    maxSessionMemory: 256,
    streamResetBurst: 10_000,
    streamResetRate: 1_000,
    settings: {
      initialWindowSize: STREAM_WINDOW,
      maxConcurrentStreams: options.maxConcurrentStreams,
      maxHeaderListSize: options.maxHeaderBytes,
    },
  };
  const accept = (socket: Duplex, peer: Peer) => {
    const session = performServerHandshake(socket, sessionOptions);
    session.setLocalWindowSize(SESSION_WINDOW);
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
    session.on("error", () => session.destroy());
    serveSession(session, peer, exchanges, options.keepAliveMs);
    if (exchanges.draining) session.close();
  };
  const drain = () => {
    for (const session of sessions) session.close();
  };
  return { accept, drain };
}

function serveSession(
  session: ServerHttp2Session,
  peer: Peer,
  exchanges: Exchanges,
  keepAliveMs: number,
): void {
  let open = 0;
  session.setTimeout(keepAliveMs, () => {
    if (open === 0) session.close();
  });
  session.on(
    "stream",
    (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, flags: number, raw: readonly string[]) => {
      open++;
      stream.once("close", () => open--);
      respond(stream, headers, flags, raw, exchanges, peer);
    },
  );
}

function respond(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  flags: number,
  rawHeaders: readonly string[],
  exchanges: Exchanges,
  peer: Peer,
): void {
  const request = new SocketRequest(
    {
      method: headers[":method"] ?? "GET",
      target: headers[":path"] ?? "/",
      protocol: "HTTP/2.0",
      headers: ordinaryHeaders(headers),
      rawHeaders,
      stream,
      bodyless: (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0,
      // A stream that is reset in the middle of a body `end`s too.
      isComplete: () => !stream.aborted && !stream.closed && !stream.destroyed,
      invite: () => stream.additionalHeaders({ ":status": 100 }),
    },
    peer,
  );
  // A stream that the client reset reports it as an error too: `close` says all that is needed.
  stream.on("error", () => {});
  const guard = exchanges.guard(request, () => breakOff(stream));
  const onClose = guard(() => {
    if (!stream.writableFinished) request.leave();
  });
  stream.once("close", onClose);
  const onAnswer = guard((response: ServerResponse) => {
    if (stream.destroyed || stream.closed) abandonUnsent(response);
    else send(response, request, { stream, exchanges, guard });
  });
  void exchanges.answer(request).then(onAnswer);
}

function breakOff(stream: ServerHttp2Stream): void {
  if (stream.destroyed || stream.closed) return;
  if (stream.headersSent) reset(stream);
  else sendWhole(PANIC, stream, false);
}

/** `close` with a code would first end the stream in good order, and the client take it for whole. */
function reset(stream: ServerHttp2Stream): void {
  stream.destroy(new Error("the answer cannot be completed"));
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
  const head = request.method === "HEAD";
  if (head) abandonUnsent(response);
  if (head || !isStream(response.body)) sendWhole(response, sending.stream, head);
  else sendStream(response, response.body, request, sending);
}

function sendStream(
  response: ServerResponse,
  body: AsyncIterable<Uint8Array | string>,
  request: SocketRequest,
  { stream, exchanges, guard }: Sending,
): void {
  stream.respond(responseHeaders(response));
  const pumping = pump(body, stream, (error) => {
    exchanges.report(error, request);
    reset(stream);
  });
  exchanges.opened(pumping);
  const onClose = guard(() => {
    pumping.abandon();
    exchanges.closed(pumping);
  });
  stream.once("close", onClose);
}

function sendWhole(response: ServerResponse, stream: ServerHttp2Stream, head: boolean): void {
  const { status, body } = response;
  const streamed = isStream(body);
  const bytes = typeof body === "string" ? Buffer.from(body) : streamed ? undefined : body;
  const empty = status === 204 || status === 304;
  const headers = responseHeaders(response);
  if (!empty && !streamed) headers["content-length"] ??= String(bytes?.byteLength ?? 0);
  const endStream = head || empty || bytes === undefined || bytes.byteLength === 0;
  stream.respond(headers, { endStream });
  if (!endStream) stream.end(bytes);
}

/** Headers about one connection do not exist in HTTP/2. */
const CONNECTION_HEADERS = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
  "proxy-connection",
]);

function responseHeaders({ status, headers }: ServerResponse): Record<string, string | string[] | number> {
  const out: Record<string, string | string[] | number> = { ":status": status };
  for (const key in headers) {
    const name = key.toLowerCase();
    const value = headers[key];
    if (value === undefined || CONNECTION_HEADERS.has(name)) continue;
    out[name] = headerValue(value);
  }
  return out;
}
