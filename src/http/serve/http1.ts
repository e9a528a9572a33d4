import {
  createServer,
  type IncomingMessage,
  type ServerResponse as NodeResponse,
  type Server,
} from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Peer, ServerResponse } from "../../api/exchange/exchange.ts";
import { abandonUnsent } from "./body-pump.ts";
import type { Connection } from "./connections.ts";
import type { Exchanges } from "./exchanges.ts";
import { PANIC } from "./panic.ts";
import type { Pipeline } from "./pipelining.ts";
import { dropRest, MOST_DROPPED } from "./read-body.ts";
import { send, writeWhole } from "./send-http1.ts";
import { SocketRequest } from "./socket-request.ts";
import { SWITCHING, switchProtocols } from "./switch-protocols.ts";
import { answerOver, EarlyBytes, readAgain } from "./upgrade.ts";

interface Http1Options {
  readonly maxHeaderBytes: number;
  readonly keepAliveMs: number;
  readonly headerTimeoutMs: number;
  caller(socket: Duplex): Http1Caller | undefined;
}

/** A connection with its requests, which HTTP/1.1 answers in their order. */
export interface Http1Caller extends Caller {
  readonly pipeline: Pipeline;
}

/** Peer of a connection, and the connection itself. */
export interface Caller {
  readonly peer: Peer;
  readonly connection: Connection;
}

/** Time in which the rest of a request body is still read after the response was sent, in milliseconds. */
const LINGER_MS = 10_000;
/**
 * Time between the response to a refused request and the end of its connection, in milliseconds, as in Go's
 * net/http: in it the client can read the reason.
 */
const LAST_WORD_MS = 500;

/**
 * Creates an HTTP/1.1 server that receives its connections from `serve`. A client that requests a WebSocket
 * or SPDY gets it if the response has the status 101. Other requests with `Upgrade` are handled as ordinary
 * requests.
 * Requests have no time limit (watches last long); only their heads have one.
 */
export function createHttp1(exchanges: Exchanges, options: Http1Options): Server {
  const server = createServer({
    maxHeaderSize: options.maxHeaderBytes,
    keepAliveTimeout: options.keepAliveMs,
    headersTimeout: options.headerTimeoutMs,
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(5000, Math.max(10, options.headerTimeoutMs / 4)),
    noDelay: true,
    // Node's own refusal has no text; `hostProblem` checks the header instead.
    requireHostHeader: false,
    ...(TAKES_BODIES ? { shouldUpgradeCallback: isBodyless } : {}),
  });
  server.maxHeadersCount = 0;
  const lingerMs = Math.min(LINGER_MS, options.keepAliveMs);
  const onRequest = (incoming: IncomingMessage, outgoing: NodeResponse, early?: EarlyBytes) => {
    const problem = hostProblem(incoming);
    if (problem !== undefined) return refuseHead(outgoing, problem, problem);
    const caller = options.caller(incoming.socket);
    if (caller === undefined) incoming.socket.destroy();
    else caller.pipeline.begin(() => respond(incoming, outgoing, { exchanges, caller, lingerMs, early }));
  };
  server.on("request", (incoming, outgoing) => onRequest(incoming, outgoing));
  server.on("upgrade", (incoming, socket, behind) => {
    options.caller(socket)?.pipeline.whenAnswered(() => {
      if (changesProtocol(incoming))
        onRequest(incoming, answerOver(incoming), new EarlyBytes(incoming.socket, behind));
      else readAgain(server, incoming, behind);
    });
  });
  // `100 Continue` is sent when the handler reads the body: a client that is refused has then not sent it.
  server.on("checkContinue", (incoming, outgoing) => onRequest(incoming, outgoing));
  server.on("checkExpectation", (_incoming, outgoing) => refuseHead(outgoing, "417 Expectation Failed"));
  server.on("clientError", refuseGarbage);
  // This server never listens; Node starts the timer of `headersTimeout` only with this event.
  server.emit("listening");
  return server;
}

interface Answering {
  readonly exchanges: Exchanges;
  readonly caller: Http1Caller;
  readonly lingerMs: number;
  /** Defined if the client requests another protocol. */
  readonly early: EarlyBytes | undefined;
}

function respond(
  incoming: IncomingMessage,
  outgoing: NodeResponse,
  { exchanges, caller: { peer, connection, pipeline }, lingerMs, early }: Answering,
): void {
  const request = new SocketRequest(
    {
      method: incoming.method ?? "GET",
      target: incoming.url ?? "/",
      protocol: incoming.httpVersion === "1.0" ? "HTTP/1.0" : "HTTP/1.1",
      headers: flatHeaders(incoming),
      rawHeaders: incoming.rawHeaders,
      stream: incoming,
      bodyless: isBodyless(incoming),
      isComplete: () => incoming.complete,
      invite: () => outgoing.writeContinue(),
      connection,
      hangUp: () => void incoming.socket.destroy(),
      maySwitch: early !== undefined,
    },
    peer,
  );
  const guard = exchanges.guard(request, () => breakOff(outgoing));
  connection.begin();
  let sent = false;
  // `finish` is also emitted if the socket was destroyed in the middle of the response.
  outgoing.once("finish", () => {
    sent = !outgoing.destroyed && outgoing.socket?.destroyed !== true;
  });
  const onClose = guard(() => {
    connection.end();
    pipeline.end();
    if (!sent) request.leave();
    else if (!incoming.complete) linger(incoming, lingerMs);
    request.end();
  });
  const onError = guard((error: Error) => {
    throw error;
  });
  outgoing.once("close", onClose).on("error", onError);
  const onAnswer = guard((response: ServerResponse) => {
    if (outgoing.destroyed) return abandonUnsent(response);
    if (early !== undefined && response.status === SWITCHING)
      return switchProtocols(response, request, { incoming, outgoing, behind: early.take(), exchanges });
    if (TAKES_BODIES && request.headers.upgrade !== undefined && !isBodyless(incoming))
      outgoing.shouldKeepAlive = false;
    const uninvited = request.headers.expect !== undefined && !request.bodyAsked;
    if (exchanges.draining || uninvited || leavesMuch(incoming)) outgoing.shouldKeepAlive = false;
    if (!outgoing.shouldKeepAlive && !incoming.complete) closeLate(incoming.socket);
    if (request.hasUnaskedBody) dropRest(incoming);
    send(response, request, { outgoing, exchanges, guard });
  });
  void exchanges.answer(request).then(onAnswer);
}

const isBodyless = ({ headers }: IncomingMessage): boolean =>
  Number(headers["content-length"] ?? 0) === 0 && headers["transfer-encoding"] === undefined;

/** Protocols that clients of Kubernetes change to. */
const SWITCHED_TO = /^(?:websocket$|spdy\/)/i;

/**
 * True if Node does not release the connection of a request with `Upgrade` until its body was read. Such a request stays an ordinary
 * one then, and is the last of its connection: the parser reads no further.
 */
const TAKES_BODIES = Number.parseInt(process.versions.node, 10) >= 26;

/** True if a request with `Upgrade` can get another protocol. */
const changesProtocol = (incoming: IncomingMessage): boolean =>
  isBodyless(incoming) && SWITCHED_TO.test(incoming.headers.upgrade ?? "");

/**
 * True if the rest of the body can be longer than the server drops: then the client must not send its next
 * request on this connection.
 */
function leavesMuch({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > MOST_DROPPED;
}

function breakOff(outgoing: NodeResponse): void {
  if (outgoing.headersSent) outgoing.destroy();
  else writeWhole(PANIC, PANIC.body, outgoing);
}

/**
 * Drops the rest of the request body as it comes, for at most `lingerMs`: a client whose connection is closed
 * while it sends does not read the response. If the rest is too long, the connection is closed after the time
 * to read the response.
 */
function linger(incoming: IncomingMessage, lingerMs: number): void {
  const cutOff = () => void incoming.socket.destroy();
  const timers = [
    setTimeout(cutOff, lingerMs).unref(),
    setTimeout(() => incoming.isPaused() && cutOff(), Math.min(LAST_WORD_MS, lingerMs)).unref(),
  ];
  incoming.once("close", () => timers.forEach(clearTimeout));
}

/**
 * Delays the end of a connection. Node closes it with its last response; if the client is still sending, the
 * operating system would then discard response bytes that the client has not read yet (RFC 9112, 9.6).
 */
function closeLate(socket: Socket): void {
  socket.destroySoon = () => {
    const timer = setTimeout(() => socket.destroy(), LAST_WORD_MS).unref();
    socket.once("close", () => clearTimeout(timer));
    socket.end();
  };
}

/** Headers as Node joins repeated ones, but with `set-cookie` joined too, so that no value is a list. */
function flatHeaders(incoming: IncomingMessage): Readonly<Record<string, string | undefined>> {
  const { headers } = incoming;
  const cookies = headers["set-cookie"];
  if (cookies === undefined) return headers as Readonly<Record<string, string | undefined>>;
  return { ...headers, "set-cookie": cookies.join(", ") };
}

/** Refuses a request as Go's net/http does: with `Connection: close`, and without reading more. */
function refuseHead(outgoing: NodeResponse, status: string, body = ""): void {
  outgoing.sendDate = false;
  const headers = body === "" ? { "Content-Length": "0" } : { "Content-Type": "text/plain; charset=utf-8" };
  outgoing.writeHead(Number(status.slice(0, 3)), status.slice(4), { ...headers, Connection: "close" });
  outgoing.end(body);
}

/** Status line for a wrong Host header (Go's net/http/server.go, readRequest); undefined: the header is valid. */
function hostProblem({ httpVersion, rawHeaders }: IncomingMessage): string | undefined {
  let host: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length !== "host".length || name.toLowerCase() !== "host") continue;
    if (host !== undefined) return "400 Bad Request";
    host = rawHeaders[i + 1];
  }
  if (host === undefined)
    return httpVersion === "1.0" ? undefined : "400 Bad Request: missing required Host header";
  return /^[\w!$%&'()*+,.:;=[\]~-]*$/.test(host) ? undefined : "400 Bad Request: malformed Host header";
}

function refuseGarbage(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === "ECONNRESET" || error.code === "ERR_HTTP_REQUEST_TIMEOUT") {
    socket.destroy();
    return;
  }
  setTimeout(() => socket.destroy(), LAST_WORD_MS).unref();
  const tooBig = error.code === "HPE_HEADER_OVERFLOW";
  const line = tooBig ? "431 Request Header Fields Too Large" : "400 Bad Request";
  socket.end(
    `HTTP/1.1 ${line}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n${line}`,
  );
}
