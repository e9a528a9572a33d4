import type { Duplex } from "node:stream";

/** Another API server behind a Service, and whom to trust there. */
export interface ServiceTarget {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
  /** PEM; empty: the roots of the system. */
  readonly caBundle: string;
  /** Every server that answers is trusted. */
  readonly insecureSkipTLSVerify: boolean;
}

export interface ServiceRequest {
  readonly method: string;
  /** With the query; begins with `/`. */
  readonly path: string;
  /** Names and values by turns. */
  readonly headers: readonly string[];
  /** Undefined: none. */
  readonly body: Uint8Array | undefined;
  readonly signal: AbortSignal;
  /** Another protocol that the connection is to change to, as in the header `Upgrade`: `websocket`, `SPDY/3.1`. */
  readonly upgrade?: string | undefined;
}

export interface ServiceAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Read it or end it (`return()`): until then its connection is in use. */
  readonly body: AsyncIterable<Uint8Array>;
  /** With the status 101, to a request with `upgrade`: it is to be destroyed when nobody needs it any more. */
  readonly connection?: Duplex;
}

/** The connections to other API servers. */
export interface ServiceClient {
  /** Where the Service is reached: `host:port`. Throws an Error with the reference's text. */
  addressOf(target: ServiceTarget): string;
  /** Resolves with the head of the answer. Rejects with an Error whose text is Go's. */
  send(target: ServiceTarget, request: ServiceRequest): Promise<ServiceAnswer>;
  close(): Promise<void>;
}

const unreachable = (): never => {
  throw new Error("this server has no connections to other API servers");
};

/** Reaches nobody. */
export const NO_SERVICES: ServiceClient = {
  addressOf: unreachable,
  send: async () => unreachable(),
  close: async () => {},
};
