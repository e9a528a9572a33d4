import type { Duplex } from "node:stream";

/** Another API server behind a Service, and the certificates that are trusted for it. */
export interface ServiceTarget {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
  /** PEM certificates; empty: the system's roots. */
  readonly caBundle: string;
  /** True if every server certificate is accepted. */
  readonly insecureSkipTLSVerify: boolean;
}

/** A request that is forwarded to another server. */
export interface ServiceRequest {
  readonly method: string;
  /** Path with the query; begins with `/`. */
  readonly path: string;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  /** Body; undefined: none. */
  readonly body: Uint8Array | undefined;
  readonly signal: AbortSignal;
  /** Protocol that the connection is to change to, as in the header `Upgrade`: `websocket`, `SPDY/3.1`. */
  readonly upgrade?: string | undefined;
}

/** Response of another server. Its body is still being read. */
export interface ServiceAnswer {
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body. Read it or end it (`return()`), because its connection is in use until then. */
  readonly body: AsyncIterable<Uint8Array>;
  /**
   * With the status 101, for a request with `upgrade`: the connection, which the caller must destroy when it is no
   * longer needed.
   */
  readonly connection?: Duplex;
}

/** Client for other API servers. */
export interface ServiceClient {
  /** Address of the Service: `host:port`. Throws an Error with the reference's text. */
  addressOf(target: ServiceTarget): string;
  /** Sends a request. Resolves with the head of the response; rejects with an Error with Go's text. */
  send(target: ServiceTarget, request: ServiceRequest): Promise<ServiceAnswer>;
  close(): Promise<void>;
}

const unreachable = (): never => {
  throw new Error("this server has no connections to other API servers");
};

/** A client that refuses every connection. */
export const NO_SERVICES: ServiceClient = {
  addressOf: unreachable,
  send: async () => unreachable(),
  close: async () => {},
};
