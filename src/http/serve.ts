import { createServer, type Server } from "node:net";
import type { Duplex } from "node:stream";
import { createServer as createTlsServer, type TLSSocket, type Server as TlsServer } from "node:tls";
import type { Handler, ServerRequest } from "../api/exchange.ts";
import { clientAuthorities } from "../api/x509/ca-bundle.ts";
import { readInOrder } from "./read-in-order.ts";
import { type Authorities, authoritiesIn } from "./serve/authorities.ts";
import { Connections, type OverheadTurn } from "./serve/connections.ts";
import { Exchanges } from "./serve/exchanges.ts";
import { Handshakes, type HandshakeTurn } from "./serve/handshakes.ts";
import { type Caller, createHttp1, type Http1Caller } from "./serve/http1.ts";
import { createHttp2 } from "./serve/http2.ts";
import { peerOf } from "./serve/peer-of.ts";
import { Pipeline } from "./serve/pipelining.ts";
import { ORDINARY_TLS, type TlsSettings } from "./serve/tls-settings.ts";
import { Unsent } from "./serve/unsent.ts";

/** Options of `serve`. All limits are per port. */
export interface ServeOptions {
  /** Serving certificate with its chain, PEM. */
  readonly cert: string;
  /** Its private key, PEM. */
  readonly key: string;
  /** PEM bundle that client certificates are verified against. Absent: clients are not asked for one. */
  readonly clientCa?: string;
  /** PEM bundle of the authorities of proxies, whose certificates are accepted too. Absent: there are none. */
  readonly proxyCa?: string;
  /** Address to listen on; default 127.0.0.1. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** How long an idle connection is kept, in milliseconds; default 120,000 (clients of the reference keep theirs for 90 s). */
  readonly keepAliveMs?: number;
  /** How long a client may take for the head of a request, in milliseconds; default 32,000. */
  readonly headerTimeoutMs?: number;
  /** Default 1 MiB. */
  readonly maxHeaderBytes?: number;
  /** How long a client may take for an answer, or for a piece of a stream, in milliseconds; default 60,000. */
  readonly sendTimeoutMs?: number;
  /** Answers that all clients together have not taken yet; above it the slowest are cut off. Default 128 MiB. */
  readonly maxUnsentBytes?: number;
  /** Above it the one that has been idle for longest is closed for a new one. Default 4000. */
  readonly maxConnections?: number;
  /** Of one HTTP/2 connection; default 100. */
  readonly maxConcurrentStreams?: number;
  /** Default: TLS 1.2 and newer with what Node takes. */
  readonly tls?: TlsSettings;
  /** Default true; otherwise there is HTTP/1.1 only. */
  readonly http2?: boolean;
  /** Which fraction of the requests over HTTP/2 ends its connection after the answer; default 0. */
  readonly goawayChance?: number;
  /** When the next handshake may begin; absent: always at once. */
  readonly handshakeTurn?: HandshakeTurn;
  /** When a connection is read on that brings little but the overhead of TLS; absent: always at once. */
  readonly overheadTurn?: OverheadTurn;
  /** Told what a handler or the iterable of a stream threw; the client has had its 500, or a broken stream. */
  readonly onError?: (error: unknown, request: ServerRequest) => void;
}

/** A port that is open. */
export interface Listening {
  readonly port: number;
  readonly address: string;
  /** A new serving certificate for the connections that come from now on. */
  setCertificate(certificate: { readonly cert: string; readonly key: string }): void;
  /** A new bundle for client certificates; connections that are open keep what was found when they came. */
  setClientCa(clientCa: string): void;
  /**
   * Accepts nothing new, ends streams, waits for the answers under way, and after `graceMs` (default 10,000) breaks off
   * what is left.
   */
  close(graceMs?: number): Promise<void>;
}

/** Opens one TLS port for HTTP/1.1 and HTTP/2 in front of a handler. Rejects when the port cannot be had. */
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

/** What is behind the port. */
interface Parts {
  readonly exchanges: Exchanges;
  readonly connections: Connections;
  readonly http1: ReturnType<typeof createHttp1>;
  readonly http2: ReturnType<typeof createHttp2>;
  /** Who is at the other end of a connection of HTTP/1.1. */
  readonly callers: WeakMap<Duplex, Http1Caller>;
  /** Undefined: clients are not asked for certificates. */
  authorities: Authorities | undefined;
  readonly headerTimeoutMs: number;
  /** Protocols that clients may choose. */
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
      // Whatever is odd about a client's certificate or connection is no reason to end those of others.
      socket.destroy();
    }
  });
  secure.on("tlsClientError", (_error, socket) => socket.destroy());
  return secure;
}

/** Hands a connection to the protocol that the client has chosen. */
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
      // Whatever is odd about a client's certificate or connection is no reason to end those of others.
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
    readInOrder(socket);
    caller.connection.limitPieces(socket);
    pipeline.limit();
  }
}

async function close(server: Server, parts: Parts, graceMs: number): Promise<void> {
  const { exchanges, connections, http1, http2 } = parts;
  const ended = new Promise<void>((resolve) => server.close(() => resolve()));
  exchanges.drain();
  http2.drain();
  connections.destroyIdle();
  const timer = setTimeout(() => connections.destroy(), graceMs);
  await ended;
  clearTimeout(timer);
  // Not before: Node takes a connection for idle whose answer has its end, but is not sent yet.
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
