import type { ChannelCredentials, Client, ClientDuplexStream, ServiceError } from "@grpc/grpc-js";
import { loadLate } from "../../api/load-late.ts";
import { StorageError } from "../storage.ts";
import { codecOf, type RangeResponse, type TxnResponse, type WatchResponse } from "./messages.ts";

const grpc = loadLate<typeof import("@grpc/grpc-js")>("@grpc/grpc-js");

/** PEM. */
export interface EtcdTls {
  readonly ca?: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
}

export interface EtcdClientOptions {
  /** `https://10.0.0.1:2379`; asked in turn when one is away. */
  readonly endpoints: readonly string[];
  readonly tls?: EtcdTls;
}

/** The few calls of etcd's API that are used. Errors are StorageErrors: `NoSpace`, else `Failed` with etcd's text. */
export interface EtcdClient {
  range(request: object): Promise<RangeResponse>;
  /** Never sent twice: who is not answered does not know whether it happened. */
  txn(request: object): Promise<TxnResponse>;
  compact(revision: number): Promise<void>;
  /** One stream of changes; `ended` tells when the connection or etcd ends it, and not of `close`. */
  watch(request: object, listener: EtcdWatchListener): { close(): void };
  close(): void;
}

export interface EtcdWatchListener {
  message(response: WatchResponse): void;
  ended(): void;
}

const CALL_MS = 10_000;
const CHANNEL = {
  "grpc.max_receive_message_length": -1,
  "grpc.max_send_message_length": -1,
  "grpc.keepalive_time_ms": 10_000,
  "grpc.keepalive_timeout_ms": 5000,
  "grpc.initial_reconnect_backoff_ms": 100,
  "grpc.max_reconnect_backoff_ms": 1000,
};

export function createEtcdClient(options: EtcdClientOptions): EtcdClient {
  const clients = options.endpoints.map((endpoint) => connect(endpoint, options.tls));
  let current = 0;
  const client = (): Client => clients[current % clients.length] as Client;
  const next = (used: Client): void => {
    if (client() === used) current++;
  };
  const once = <T>(path: string, names: readonly [string, string], message: object): Promise<T> => {
    const used = client();
    return call<T>(used, path, names, message).catch((error: ServiceError) => {
      if (isAway(error)) next(used);
      throw error;
    });
  };
  return {
    range: (request) =>
      repeated(clients.length, () => once("KV/Range", ["RangeRequest", "RangeResponse"], request)),
    txn: (request) =>
      repeated(clients.length, () => once("KV/Txn", ["TxnRequest", "TxnResponse"], request), isUnsent),
    async compact(revision) {
      await once("KV/Compact", ["CompactionRequest", "CompactionResponse"], { revision }).catch(
        asStorageError,
      );
    },
    watch(request, listener) {
      const used = client();
      return openWatch(used, request, listener, () => {
        next(used);
        listener.ended();
      });
    },
    close: () => {
      for (const one of clients) one.close();
    },
  };
}

function connect(endpoint: string, tls: EtcdTls = {}): Client {
  const url = new URL(endpoint.includes("://") ? endpoint : `http://${endpoint}`);
  const { credentials, Client: GrpcClient } = grpc();
  const secure: ChannelCredentials =
    url.protocol === "https:"
      ? credentials.createSsl(tls.ca ?? null, tls.key ?? null, tls.cert ?? null)
      : credentials.createInsecure();
  return new GrpcClient(`${url.hostname}:${url.port || "2379"}`, secure, CHANNEL);
}

function call<T>(
  client: Client,
  path: string,
  [request, response]: readonly [string, string],
  message: object,
): Promise<T> {
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      `/etcdserverpb.${path}`,
      codecOf(request).encode,
      codecOf(response).decode as (bytes: Buffer) => T,
      message,
      { deadline: Date.now() + CALL_MS },
      (error, value) => (error === null ? resolve(value as T) : reject(error)),
    );
  });
}

function openWatch(
  client: Client,
  request: object,
  listener: EtcdWatchListener,
  ended: () => void,
): { close(): void } {
  const stream: ClientDuplexStream<object, WatchResponse> = client.makeBidiStreamRequest(
    "/etcdserverpb.Watch/Watch",
    codecOf("WatchRequest").encode,
    codecOf("WatchResponse").decode as (bytes: Buffer) => WatchResponse,
  );
  let over = false;
  const end = (): void => {
    if (over) return;
    over = true;
    ended();
  };
  stream.on("data", (response: WatchResponse) => listener.message(response));
  stream.on("error", end);
  stream.on("end", end);
  stream.write({ create: request });
  return {
    close() {
      over = true;
      stream.cancel();
    },
  };
}

/** Once for each endpoint, and a few times more while a leader is elected. */
async function repeated<T>(
  endpoints: number,
  run: () => Promise<T>,
  may: (error: ServiceError) => boolean = isAway,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!may(error as ServiceError) || attempt >= endpoints + 4) return asStorageError(error);
      if (attempt >= endpoints) await new Promise((resolve) => setTimeout(resolve, 100 * attempt));
    }
  }
}

const UNAVAILABLE = 14;
const isAway = ({ code }: ServiceError): boolean => code === UNAVAILABLE;
/** Nothing reached a leader: another attempt cannot do it twice. */
const isUnsent = (error: ServiceError): boolean =>
  isAway(error) && /ECONNREFUSED|No connection established|no leader|Failed to connect/.test(error.message);

const asStorageError = (error: unknown): never => {
  throw storageError(error);
};

function storageError(error: unknown): StorageError {
  const text = error instanceof Error ? error.message.replace(/^\d+ [A-Z_]+: /, "") : String(error);
  return new StorageError(text.includes("database space exceeded") ? "NoSpace" : "Failed", text, {
    cause: error,
  });
}
