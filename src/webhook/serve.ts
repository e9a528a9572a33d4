import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer, Server as TlsServer } from "node:https";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { once } from "../async/once.ts";
import { clientAuthorities } from "../crypto/x509/ca-bundle.ts";
import { readInOrder } from "../http/read-in-order.ts";
import { Pipeline } from "../http/serve/pipelining.ts";
import { AnswersUnderWay } from "./answers-under-way.ts";
import type { Endpoint } from "./endpoints.ts";
import { type Listener, type ListenerOptions, webhookListener } from "./listener.ts";
import {
  checkPair,
  type Pair,
  type PairFiles,
  type PairSource,
  readPair,
  selfSigned,
  watchPair,
} from "./tls.ts";

/** Options of `serveWebhooks`. */
export interface ServeWebhooksOptions extends Omit<ListenerOptions, "isReady"> {
  /** Port number. Default 0: a free port. */
  readonly port?: number;
  /** Address to listen on. Default 127.0.0.1. In a container: 0.0.0.0. */
  readonly host?: string;
  /**
   * PEM texts; or files with PEM, which are read again when they change; or the result of
   * `secretCertificate`; or `self-signed`: a new certificate, whose authority is in `caBundle`. API servers
   * call webhooks only over TLS. Without `tls`, the port has plain HTTP, for development or behind a proxy.
   */
  readonly tls?: Pair | PairFiles | PairSource | "self-signed";
  /**
   * Time that `/readyz` fails before the port closes, in milliseconds, so that Endpoints no longer contain
   * it. Default 0.
   */
  readonly drainMs?: number;
  /**
   * Time for calls in progress after the port has closed, in milliseconds. Default 30,000: no API server
   * waits longer.
   */
  readonly graceMs?: number;
  /** True to close at SIGTERM and SIGINT. Default false. */
  readonly signals?: boolean;
}

/** A running server. */
export interface WebhookServer {
  /** For example `https://127.0.0.1:9443`. */
  readonly url: string;
  readonly port: number;
  /** Base64 of PEM, for `clientConfig.caBundle`; only with a self-signed certificate. */
  readonly caBundle?: string;
  /** Replaces the webhooks. The old ones finish calls in progress. The counts of `/metrics` start at zero. */
  replace(endpoints: readonly Endpoint[]): void;
  /** Drains the server: it is no longer ready, accepts no more connections, and resolves after the last response. */
  close(): Promise<void>;
}

/** Serves webhooks, each at its path, with `/healthz`, `/readyz` and `/metrics`. Rejects if it cannot listen on the port. */
export async function serveWebhooks(
  endpoints: readonly Endpoint[],
  options: ServeWebhooksOptions = {},
): Promise<WebhookServer> {
  const { host = "127.0.0.1", port = 0, clientCa } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(
      `port: ${port} is not a whole number from 0 to 65535; if it is from an environment variable, such as PORT, set that to one`,
    );
  const state = { ready: true };
  const listenerFor = (these: readonly Endpoint[]): Listener =>
    webhookListener(these, { ...options, isReady: () => state.ready });
  let current = listenerFor(endpoints);
  const listener: Listener = (request, response) => current(request, response);
  if (clientCa !== undefined && options.tls === undefined)
    throw new Error("clientCa needs tls: clients send certificates only over TLS");
  const tls = await pairOf(options.tls, host);
  const server =
    tls === undefined
      ? createServer()
      : createTlsServer({
          ...contextOf(tls.pair, clientCa),
          requestCert: clientCa !== undefined,
          rejectUnauthorized: false,
        });
  server.on("request", beginInTurn(server, listener));
  server.keepAliveTimeout = 120_000;
  server.on("secureConnection", readInOrder);
  const answers = new AnswersUnderWay(server);
  await listening(server, port, host);
  const unwatch = tls?.watch?.((pair) => {
    if ("setSecureContext" in server) server.setSecureContext(contextOf(pair, clientCa));
  });
  const close = once(async () => {
    state.ready = false;
    unwatch?.();
    await drain(server, answers, options);
  });
  if (options.signals === true)
    for (const name of ["SIGTERM", "SIGINT"]) process.once(name, () => void close());
  const address = server.address();
  const own = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `${tls === undefined ? "http" : "https"}://${host.includes(":") ? `[${host}]` : host}:${own}`,
    port: own,
    ...(tls?.caBundle === undefined ? {} : { caBundle: tls.caBundle }),
    replace(others) {
      current = listenerFor(others);
    },
    close,
  };
}

interface Tls extends Partial<PairSource> {
  readonly pair: Pair;
  readonly caBundle?: string;
}

async function pairOf(tls: ServeWebhooksOptions["tls"], host: string): Promise<Tls | undefined> {
  if (tls === undefined) return undefined;
  if (tls === "self-signed") {
    const { serving, caBundle } = await selfSigned([host]);
    return { pair: serving, caBundle };
  }
  if ("watch" in tls) return tls;
  if ("certFile" in tls) return { pair: readPair(tls), watch: (use) => watchPair(tls, use) };
  checkPair(tls, "tls.cert and tls.key");
  return { pair: tls };
}

const contextOf = ({ cert, key }: Pair, clientCa: string | undefined) => ({
  cert,
  key,
  minVersion: "TLSv1.2" as const,
  ...(clientCa === undefined ? {} : { ca: clientAuthorities(clientCa) }),
});

function listening(server: Server | TlsServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => {
      const why =
        error.code === "EADDRINUSE"
          ? "another program uses this port; choose another one, or 0 for a free one"
          : error.message;
      reject(new Error(`cannot listen on ${host}:${port}: ${why}`, { cause: error }));
    };
    server.once("error", fail);
    server.listen(port, host, () => {
      server.off("error", fail);
      resolve();
    });
  });
}

/**
 * Time without a new connection or request after which idle connections are closed, in milliseconds. A call
 * can be in transit when its connection is closed, and would be lost.
 */
const LINGER_MS = 500;
const LOOK_EVERY_MS = 50;

/** Closes the port. Every call on an open connection gets a response, and the connection is closed afterwards. */
async function drain(
  server: Server | TlsServer,
  answers: AnswersUnderWay,
  { drainMs = 0, graceMs = 30_000 }: ServeWebhooksOptions,
): Promise<void> {
  if (drainMs > 0) await pause(drainMs);
  await letIn(answers);
  // Node's own `close` of an HTTP server would close idle connections at once.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  const late = setTimeout(() => server.closeAllConnections(), graceMs);
  let isClosed = false;
  void closed.then(() => {
    isClosed = true;
  });
  for (let quietMs = 0, heard = answers.heard; !isClosed; ) {
    await Promise.race([closed, pause(LOOK_EVERY_MS)]);
    // The event loop can have been blocked for longer than the pause. Events that arrived meanwhile are
    // handled before a connection is closed.
    await turn();
    quietMs = answers.heard === heard ? quietMs + LOOK_EVERY_MS : 0;
    heard = answers.heard;
    if (quietMs >= LINGER_MS) answers.endIdle();
  }
  clearTimeout(late);
}

/** Largest number of event loop turns before the port closes. Each turn accepts one connection. */
const MOST_TURNS = 10_000;

/**
 * Accepts the connections that have arrived. The operating system resets those that are not accepted when a
 * port closes.
 */
async function letIn(answers: AnswersUnderWay): Promise<void> {
  for (let turns = 0, before = -1; turns < MOST_TURNS && before !== answers.accepted; turns++) {
    before = answers.accepted;
    await turn();
  }
}

/** Waits for one turn of the event loop. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Returns a listener like `answer` that limits pipelining: of the requests that one connection sends without
 * waiting for responses, only a limited number is handled at the same time.
 */
function beginInTurn(server: Server | TlsServer, answer: Listener): Listener {
  const pipelines = new WeakMap<Socket, Pipeline>();
  server.on(server instanceof TlsServer ? "secureConnection" : "connection", (socket: Socket) => {
    const pipeline = new Pipeline(socket);
    pipelines.set(socket, pipeline);
    pipeline.limit();
  });
  return (request: IncomingMessage, response: ServerResponse) => {
    const pipeline = pipelines.get(request.socket);
    pipeline?.begin(() => {
      response.once("close", () => pipeline.end());
      answer(request, response);
    });
  };
}
