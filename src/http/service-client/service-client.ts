import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import type { Pool } from "undici";
import type {
  ServiceAnswer,
  ServiceClient,
  ServiceRequest,
  ServiceTarget,
} from "../../api/exchange/service-client.ts";
import { Connector } from "../webhook-client/connector.ts";
import type { Credentials } from "../webhook-client/credentials.ts";
import type { Facts } from "../webhook-client/observed.ts";
import { openPool } from "../webhook-client/pool.ts";
import { TimerWheel } from "../webhook-client/timer-wheel.ts";
import { troubleText } from "../webhook-client/trouble-text.ts";
import { systemPool, trustOf } from "../webhook-client/trust.ts";
import { Switching } from "./switching.ts";

interface ServiceClientOptions {
  /**
   * Returns the address of a Service, `host:port`; called for each new connection. Throws an Error with
   * kube-apiserver's text.
   */
  resolveService(service: ServiceTarget): string;
  /**
   * Client certificate for other API servers, PEM. If the function returns another object, connections are
   * opened again. Default: no certificate.
   */
  readonly clientCertificate?: Credentials["clientCertificate"];
  /** Current time, in milliseconds since 1970; default: the clock. */
  readonly now?: () => number;
}

/** Maximum number of targets whose connections are kept. */
const TARGETS_KEPT = 200;

/** Creates a client for other API servers. Its errors have Go's texts. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const connections = new ServiceConnections(options);
  return {
    addressOf: (target) => options.resolveService(target),
    send: (target, request) => connections.send(target, request),
    close: () => connections.close(),
  };
}

class ServiceConnections {
  readonly #options: ServiceClientOptions;
  readonly #wheel = new TimerWheel();
  readonly #system = systemPool();
  readonly #pools = new Map<string, Pool>();
  readonly #sockets = new Set<Socket>();
  readonly #facts = new WeakMap<Error, Facts>();
  /** Client certificate with which the kept connections were opened. */
  #shown: ReturnType<NonNullable<Credentials["clientCertificate"]>>;

  constructor(options: ServiceClientOptions) {
    this.#options = options;
  }

  async send(target: ServiceTarget, request: ServiceRequest): Promise<ServiceAnswer> {
    const { method, path, headers, body, signal, upgrade } = request;
    try {
      if (upgrade !== undefined) return await this.#switch(target, { ...request, upgrade });
      const answer = await this.#poolOf(target).request({
        // undici's types have only the usual methods; it sends any method.
        method: method as "GET",
        path,
        headers: [...headers],
        body: body ?? null,
        signal,
      });
      return { status: answer.statusCode, headers: answer.headers, body: endable(answer.body) };
    } catch (error) {
      throw new Error(textOf(error, this.#facts, signal), { cause: error });
    }
  }

  async #switch(
    target: ServiceTarget,
    { method, path, headers, signal, upgrade }: ServiceRequest & { readonly upgrade: string },
  ): Promise<ServiceAnswer> {
    const handler = new Switching(signal);
    this.#poolOf(target).dispatch({ method: method as "GET", path, headers: [...headers], upgrade }, handler);
    const answer = await handler.answer;
    return { ...answer, body: endable(answer.body) };
  }

  async close(): Promise<void> {
    const pools = [...this.#pools.values()];
    this.#pools.clear();
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(pools.map((pool) => pool.destroy()));
  }

  #poolOf(target: ServiceTarget): Pool {
    this.#heedCertificate();
    const key = JSON.stringify(target);
    const known = this.#pools.get(key);
    if (known !== undefined) return known;
    const pool = this.#open(target);
    this.#pools.set(key, pool);
    const [oldest] = this.#pools.size > TARGETS_KEPT ? this.#pools : [];
    if (oldest !== undefined) this.#forget(...oldest);
    return pool;
  }

  /** Drops the kept connections when the client certificate has changed: they were opened with the old one. */
  #heedCertificate(): void {
    const shown = this.#options.clientCertificate?.();
    if (shown === this.#shown) return;
    this.#shown = shown;
    for (const pool of [...this.#pools]) this.#forget(...pool);
  }

  /** Removes a pool. Its requests in progress end in good order. */
  #forget(key: string, pool: Pool): void {
    this.#pools.delete(key);
    pool.close().catch(() => {});
  }

  #open(target: ServiceTarget): Pool {
    const { resolveService, clientCertificate, now = Date.now } = this.#options;
    const serverName = `${target.name}.${target.namespace}.svc`;
    const shown = clientCertificate === undefined ? {} : { clientCertificate };
    const { secureContext, roots } = trustOf(target.caBundle, shown, this.#system);
    const connector = new Connector({
      wheel: this.#wheel,
      secureContext,
      roots: target.insecureSkipTLSVerify ? () => undefined : roots,
      serverName,
      track: (socket) => this.#track(socket),
      now,
      resolve: () => resolveService(target),
    });
    return openPool(`https://${serverName}:${target.port}`, connector, this.#facts);
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
  }
}

/**
 * Makes the end of the iteration close the connection, even before the body was read: the iterator of a
 * stream does not.
 */
function endable(body: Readable): AsyncIterable<Uint8Array> {
  // The reader of the body receives the error; without a reader it does not matter.
  body.on("error", () => {});
  return {
    [Symbol.asyncIterator]() {
      const pieces = body.iterator();
      return {
        next: () => pieces.next(),
        return: async () => {
          body.destroy();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

function textOf(error: unknown, facts: WeakMap<Error, Facts>, signal: AbortSignal): string {
  if (!signal.aborted)
    return troubleText(error instanceof Error ? error : new Error(String(error)), facts, false);
  const { reason } = signal;
  return reason instanceof Error && reason.name === "TimeoutError"
    ? "context deadline exceeded"
    : "context canceled";
}
