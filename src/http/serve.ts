import { createServer, type Server } from "node:net";
import type { Duplex } from "node:stream";
import { createServer as createTlsServer, type TLSSocket, type Server as TlsServer } from "node:tls";
import type { Handler, ServerRequest } from "../api/exchange/exchange.ts";
import { clientAuthorities } from "../crypto/x509/ca-bundle.ts";
import { type Authorities, authoritiesIn } from "./serve/authorities.ts";
import { Connections, NEW_MS, type OverheadTurn } from "./serve/connections.ts";
import { Exchanges } from "./serve/exchanges.ts";
import { Handshakes, type HandshakeTurn } from "./serve/handshakes.ts";
import { type Caller, createHttp1, type Http1Caller } from "./serve/http1.ts";
import { createHttp2 } from "./serve/http2/http2.ts";
import { peerOf } from "./serve/peer-of.ts";
import { Pipeline } from "./serve/pipelining.ts";
import { ORDINARY_TLS, type TlsSettings } from "./serve/tls-settings.ts";
import { Unsent } from "./serve/unsent.ts";

/** Options of `serve`. All limits are per port. */
export interface ServeOptions {
  /** Serving certificate with its chain, PEM. */
  readonly cert: string;
  /** Private key of the serving certificate, PEM. */
  readonly key: string;
  /**
   * PEM bundle of the authorities that client certificates are verified against. Absent: the server does not
   * request client certificates.
   */
  readonly clientCa?: string;
  /**
   * PEM bundle of the authorities of proxies, whose certificates are accepted too. Absent: there are no
   * proxies.
   */
  readonly proxyCa?: string;
  /** Address to listen on; default 127.0.0.1. */
  readonly host?: string;
  /** Port to listen on. Default 0: any free port. */
  readonly port?: number;
  /**
   * Time after which an idle connection is closed, in milliseconds; default 120,000 (clients of
   * kube-apiserver keep theirs for 90 s).
   */
  readonly keepAliveMs?: number;
  /** Time in which a client has to send the head of a request, in milliseconds; default 32,000. */
  readonly headerTimeoutMs?: number;
  /** Maximum size of the head of a request, in bytes; default 1 MiB. */
  readonly maxHeaderBytes?: number;
  /**
   * Time in which a client has to receive a response, or one piece of a stream, in milliseconds; default
   * 60,000.
   */
  readonly sendTimeoutMs?: number;
  /**
   * Limit of the response bytes that all clients together have not received yet. Above it the largest
   * responses are broken off. Default 128 MiB.
   */
  readonly maxUnsentBytes?: number;
  /**
   * Maximum number of connections. Above it the connection that has been idle for longest is closed for a new
   * one. Default 4000.
   */
  readonly maxConnections?: number;
  /** Maximum number of concurrent requests on one HTTP/2 connection; default 100. */
  readonly maxConcurrentStreams?: number;
  /** Versions and ciphers of TLS. Default: TLS 1.2 and newer, with the ciphers of Node. */
  readonly tls?: TlsSettings;
  /** True: HTTP/2 and HTTP/1.1; false: HTTP/1.1 only. Default true. */
  readonly http2?: boolean;
  /**
   * Fraction of the HTTP/2 requests whose connection is closed after the response, 0 to 1; default 0. A value
   * above 0 makes clients reconnect and spreads them over several servers.
   */
  readonly goawayChance?: number;
  /** Returns a promise of the time when the next TLS handshake can begin. Absent: handshakes begin at once. */
  readonly handshakeTurn?: HandshakeTurn;
  /**
   * Returns a promise of the time when a connection that brings mostly TLS overhead is read again. Absent: it
   * is read at once.
   */
  readonly overheadTurn?: OverheadTurn;
  /**
   * Receives the errors of handlers and of the iterables of streams. The client has already received a 500,
   * or its stream was broken off.
   */
  readonly onError?: (error: unknown, request: ServerRequest) => void;
}

/** An open port. */
export interface Listening {
  readonly port: number;
  readonly address: string;
  /** Sets a new serving certificate for connections that are opened from now on. */
  setCertificate(certificate: { readonly cert: string; readonly key: string }): void;
  /** Sets a new bundle for client certificates. Open connections keep the result of their own verification. */
  setClientCa(clientCa: string): void;
  /**
   * Accepts nothing new, ends streams, waits for the responses in progress, and after `graceMs` (default
   * 10,000) closes the remaining connections.
   */
  close(graceMs?: number): Promise<void>;
}

/** Opens one TLS port for HTTP/1.1 and HTTP/2 in front of a handler. Rejects if the port cannot be opened. */
export async function serve(handler: Handler, options: ServeOptions): Promise<Listening> {
  const parts = partsOf(handler, options);
  const { cert, key, clientCa, proxyCa } = options;
  const certificates = { cert, key, clientCa, proxyCa, tls: options.tls ?? ORDINARY_TLS };
  const secure = secureServer(certificates, parts);
  const server = createServer({
    pauseOnConnect: true,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 30_000,
  });
  const handshakes = new Handshakes(
    options.handshakeTurn ?? (() => undefined),
    (socket) => void secure.emit("connection", socket),
    parts.headerTimeoutMs,
  );
  server.on("connection", (socket) => {
    if (parts.connections.accept(socket)) handshakes.accept(socket);
  });
  const { port, address } = await listen(server, options.port ?? 0, options.host ?? "127.0.0.1");
  const renew = (changed: Partial<Certificates>): void => {
    Object.assign(certificates, changed);
    secure.setSecureContext(secureOptions(certificates));
  };
  let closing: Promise<void> | undefined;
  return {
    port,
    address,
    setCertificate: ({ cert, key }) => renew({ cert, key }),
    setClientCa: (clientCa) => {
      renew({ clientCa });
      parts.authorities = authoritiesIn(clientCa, proxyCa);
    },
    close: (graceMs = 10_000) => {
      closing ??= close(server, parts, graceMs);
      return closing;
    },
  };
}

/** Parts of the server behind the port. */
interface Parts {
  readonly exchanges: Exchanges;
  readonly connections: Connections;
  readonly http1: ReturnType<typeof createHttp1>;
  readonly http2: ReturnType<typeof createHttp2>;
  /** Peers of the HTTP/1.1 connections, by socket. */
  readonly callers: WeakMap<Duplex, Http1Caller>;
  /** Undefined: the server does not request client certificates. */
  authorities: Authorities | undefined;
  readonly headerTimeoutMs: number;
  /** Protocols that clients can choose (ALPN). */
  readonly protocols: string[];
}

function partsOf(handler: Handler, options: ServeOptions): Parts {
  const unsent = new Unsent({
    waitMs: options.sendTimeoutMs ?? 60_000,
    bytes: options.maxUnsentBytes ?? 128 << 20,
  });
  const exchanges = new Exchanges(handler, options.onError ?? (() => {}), unsent);
  const callers = new WeakMap<Duplex, Http1Caller>();
  const limits = {
    maxHeaderBytes: options.maxHeaderBytes ?? 1 << 20,
    maxConcurrentStreams: options.maxConcurrentStreams ?? 100,
    goawayChance: options.goawayChance ?? 0,
    keepAliveMs: options.keepAliveMs ?? 120_000,
    headerTimeoutMs: options.headerTimeoutMs ?? 32_000,
    caller: (socket: Duplex) => callers.get(socket),
  };
  return {
    exchanges,
    connections: new Connections(options.maxConnections ?? 4000, options.overheadTurn ?? (() => undefined)),
    http1: createHttp1(exchanges, limits),
    http2: createHttp2(exchanges, limits),
    callers,
    authorities:
      options.clientCa === undefined ? undefined : authoritiesIn(options.clientCa, options.proxyCa),
    headerTimeoutMs: limits.headerTimeoutMs,
    protocols: options.http2 === false ? ["http/1.1"] : ["h2", "http/1.1"],
  };
}

function secureServer(certificates: Certificates, parts: Parts): TlsServer {
  const secure = createTlsServer({
    ...secureOptions(certificates),
    ALPNProtocols: parts.protocols,
    requestCert: parts.authorities !== undefined,
    rejectUnauthorized: false,
    handshakeTimeout: parts.headerTimeoutMs,
  });
  secure.on("secureConnection", (socket) => {
    socket.on("error", () => socket.destroy());
    try {
      accept(parts, socket);
    } catch {
      // An error about one client's certificate or connection must not end the connections of other clients.
      socket.destroy();
    }
  });
  secure.on("tlsClientError", (_error, socket) => socket.destroy());
  return secure;
}

/** Passes a connection to the protocol that the client has chosen. */
function accept(parts: Parts, socket: TLSSocket): void {
  const { connections, authorities } = parts;
  const connection = connections.of(socket);
  if (connection === undefined) {
    socket.destroy();
    return;
  }
  connection.secured(socket);
  const peer = peerOf(socket, authorities);
  if (!(peer instanceof Promise)) hand(parts, socket, { peer, connection });
  else
    peer
      .then((peer) => hand(parts, socket, { peer, connection }))
      // An error about one client's certificate or connection must not end the connections of other clients.
      .catch(() => socket.destroy());
}

function hand({ callers, http1, http2 }: Parts, socket: TLSSocket, caller: Caller): void {
  if (socket.destroyed) return;
  if (socket.alpnProtocol === "h2") {
    caller.connection.endsItself = true;
    http2.accept(socket, caller);
  } else {
    const pipeline = new Pipeline(socket);
    callers.set(socket, { ...caller, pipeline });
    http1.emit("connection", socket);
    // The listener also makes Node read the socket as a stream (see readInOrder).
    socket.on("data", ({ byteLength }: Buffer) => {
      if (caller.connection.hasTooManyPieces(byteLength)) socket.destroy();
      pipeline.limit();
    });
  }
}

async function close(server: Server, parts: Parts, graceMs: number): Promise<void> {
  const { exchanges, connections, http1, http2 } = parts;
  const ended = new Promise<void>((resolve) => server.close(() => resolve()));
  exchanges.drain();
  http2.drain();
  connections.destroyIdle();
  const timers = [
    setTimeout(() => connections.destroyIdle(), NEW_MS),
    setTimeout(() => connections.destroy(), graceMs),
  ];
  await ended;
  for (const timer of timers) clearTimeout(timer);
  // Not earlier: Node treats a connection as idle when its response has ended, even if the response has not
  // been sent yet.
  http1.close();
}

interface Certificates {
  cert: string;
  key: string;
  clientCa: string | undefined;
  proxyCa: string | undefined;
  readonly tls: TlsSettings;
}

function secureOptions({ cert, key, clientCa, proxyCa = "", tls }: Certificates) {
  return {
    cert,
    key,
    ...tls,
    ...(clientCa === undefined ? {} : { ca: clientAuthorities(`${clientCa}\n${proxyCa}`) }),
  };
}

function listen(server: Server, port: number, host: string): Promise<{ port: number; address: string }> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host }, () => {
      server.off("error", reject);
      const bound = server.address();
      if (bound === null || typeof bound === "string") return reject(new Error("no port was bound"));
      resolve({ port: bound.port, address: bound.address });
    });
  });
}
