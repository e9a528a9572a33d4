import type { Socket } from "node:net";
import type { Dispatcher } from "undici";
import type { WebhookClientConfig, WebhookService } from "../../api/webhook-client-config.ts";
import { messageOf } from "../../report/describe-error.ts";
import type { CertificatePool } from "../verify/certificate-pool.ts";
import { createClient, type WebhookClient } from "./client.ts";
import { Connector, type ConnectorOptions } from "./connector.ts";
import { ANONYMOUS, type CredentialsFor } from "./credentials.ts";
import { goError } from "./go-error.ts";
import type { Facts } from "./observed.ts";
import { openPool } from "./pool.ts";
import { type Target, targetOf } from "./target.ts";
import { TimerWheel } from "./timer-wheel.ts";
import { systemPool, type Trust, trustOf } from "./trust.ts";

/** Settings of all connections to webhooks. */
export interface WebhookTransportOptions {
  /**
   * Returns the address of a Service, `host:port`; called for each new connection. It may throw or reject
   * with kube-apiserver's text. Without it a webhook with a Service fails.
   */
  readonly resolveService?: (service: Required<Omit<WebhookService, "path">>) => string | Promise<string>;
  /** Returns the authorities for configurations without a CA, PEM. Default: those of the system. */
  readonly systemRoots?: () => string;
  /** Current time, in milliseconds since 1970; default: the clock. */
  readonly now?: () => number;
}

/** Purpose of calls to webhooks. */
export interface WebhookUse {
  /** Name of the purpose. Clients with different purposes share nothing. */
  readonly name: string;
  /** Returns the credentials for a `host:port`. May throw with Go's text. Default: calls are anonymous. */
  readonly credentialsFor?: CredentialsFor | undefined;
  /** Maximum size of a response, in bytes; default 64 MiB. kube-apiserver has no limit. */
  readonly maxBody?: number;
}

/** Clients for webhooks, with their connections. */
export interface WebhookTransport {
  /**
   * Returns the client for a configuration; equal configurations of one use share a client. An error that
   * makes the configuration unusable is found here and returned by every `post`, until the configuration is
   * prepared again.
   */
  prepare(config: WebhookClientConfig, use?: WebhookUse): WebhookClient;
  /** Closes every connection; calls in progress fail. */
  close(): Promise<void>;
}

/** Maximum number of clients kept for later use; kube-apiserver keeps 200. */
const CLIENTS_KEPT = 1000;
const MAX_BODY = 64 << 20;
const ANY_USE: WebhookUse = { name: "" };

/** Creates the connections to all webhooks: HTTP/1.1, kept alive, with one timer for all deadlines. */
export function createWebhookTransport(options: WebhookTransportOptions = {}): WebhookTransport {
  const wheel = new TimerWheel();
  const sockets = new Set<Socket>();
  const clients = new Map<string, WebhookClient>();
  const pools = new Set<WeakRef<Dispatcher>>();
  const now = options.now ?? Date.now;
  const system = systemPool(options.systemRoots);
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  };
  const shared: Shared = { options, wheel, track, now, system, pools };

  const prepare = (config: WebhookClientConfig, use = ANY_USE): WebhookClient => {
    const key = JSON.stringify([use.name, config.url, config.caBundle, config.service]);
    const known = clients.get(key);
    if (known !== undefined) return known;
    const client = build(config, use, shared);
    if (client.usable) {
      const oldest = clients.size < CLIENTS_KEPT ? undefined : clients.keys().next().value;
      if (oldest !== undefined) clients.delete(oldest);
      clients.set(key, client);
    }
    return client;
  };
  const close = async () => {
    clients.clear();
    const closing = [...pools].map((pool) => pool.deref()?.destroy());
    pools.clear();
    for (const socket of sockets) socket.destroy();
    await Promise.all(closing);
  };
  return { prepare, close };
}

interface Shared {
  readonly options: WebhookTransportOptions;
  readonly wheel: TimerWheel;
  track(socket: Socket): void;
  now(): number;
  system(): CertificatePool;
  /** Pools; each lives as long as a client that uses it. */
  readonly pools: Set<WeakRef<Dispatcher>>;
}

function build(
  config: WebhookClientConfig,
  use: WebhookUse,
  shared: Shared,
): WebhookClient & { readonly usable: boolean } {
  const target = targetOf(config);
  if (typeof target === "string") return unusable(config.url ?? "", target);
  try {
    const caBundle = config.caBundle ?? "";
    const told = {
      server: target.origin,
      caBundle,
      ...(target.service === undefined ? {} : { tlsServerName: target.serverName }),
    };
    const credentials = use.credentialsFor?.(target.hostPort, told) ?? ANONYMOUS;
    const { secureContext, roots } = trustOf(caBundle, credentials, shared.system);
    secureContext();
    const dispatcher = poolsOf(target, { secureContext, roots }, shared);
    const { wheel } = shared;
    const maxBody = use.maxBody ?? MAX_BODY;
    const client = createClient({ target, credentials, wheel, maxBody, ...dispatcher });
    return { ...client, usable: true };
  } catch (error) {
    return unusable(target.origin + target.path, messageOf(error));
  }
}

/**
 * Client that fails each call with the error of its configuration (apiserver/pkg/util/webhook/client.go,
 * HookClient).
 */
function unusable(url: string, message: string): WebhookClient & { readonly usable: boolean } {
  const answer = {
    kind: "error",
    stage: "client",
    message,
    code: 500,
    canceled: false,
    timedOut: false,
  } as const;
  return { url, usable: false, post: async () => answer };
}

/** Creates one pool for each origin: redirects can lead to other origins than the target's. */
function poolsOf(target: Target, trust: Trust, shared: Shared) {
  const facts = new WeakMap<Error, Facts>();
  const { service } = target;
  const { resolveService } = shared.options;
  const connectorOptions: ConnectorOptions = {
    wheel: shared.wheel,
    secureContext: trust.secureContext,
    roots: trust.roots,
    serverName: service === undefined ? undefined : target.serverName,
    track: shared.track,
    now: shared.now,
    resolve: (hostPort) => {
      if (service === undefined || hostPort !== target.hostPort) return hostPort;
      if (resolveService === undefined) throw goError(`service "${service.name}" not found`);
      return resolveService(service);
    },
  };
  const byOrigin = new Map<string, Dispatcher>();
  const dispatcher = (origin: string): Dispatcher => {
    const known = byOrigin.get(origin);
    if (known !== undefined) return known;
    const pool = openPool(origin, new Connector(connectorOptions), facts);
    byOrigin.set(origin, pool);
    for (const other of shared.pools) if (other.deref() === undefined) shared.pools.delete(other);
    shared.pools.add(new WeakRef(pool));
    return pool;
  };
  return { dispatcher, facts };
}
