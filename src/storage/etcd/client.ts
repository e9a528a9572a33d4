import { messageOf } from "../../report/describe-error.ts";
import { StorageError } from "../storage.ts";
import type { EtcdTls } from "./grpc/connection.ts";
import { type Maintenance, maintenanceOf } from "./maintenance.ts";
import { Members } from "./members.ts";
import { decode, encode, type RangeResponse, type TxnResponse, type WatchResponse } from "./messages.ts";
import { tellsProgressRight } from "./versions.ts";

export type { EtcdTls } from "./grpc/connection.ts";

/** Addresses of etcd, and the settings of its connections. */
export interface EtcdClientOptions {
  /** `https://10.0.0.1:2379`; used in turn if one does not respond. */
  readonly endpoints: readonly string[];
  readonly tls?: EtcdTls;
}

/** The few calls of etcd's API that are used. Errors are StorageErrors: `NoSpace`, else `Failed` with etcd's text. */
export interface EtcdClient {
  range(request: object): Promise<RangeResponse>;
  /** Never sent twice: a client without an answer cannot determine whether the write happened. */
  txn(request: object): Promise<TxnResponse>;
  /** Does the same as `txn`, with a frame made by `encodeWrite`. */
  write(frame: Buffer): Promise<TxnResponse>;
  /** `physical`: resolves only when the room is free. */
  compact(revision: number, options?: { readonly physical?: boolean }): Promise<void>;
  /** Makes a lease of this id, or finds that it is there. etcd may make it longer: two seconds at least. */
  grantLease(id: number, ttlSeconds: number): Promise<void>;
  /** Opens one stream of changes; `ended` is called when the connection or etcd ends it, and not after `close`. */
  watch(request: object, listener: EtcdWatchListener): EtcdWatch;
  readonly maintenance: Maintenance;
  close(): void;
}

interface EtcdWatchListener {
  message(response: WatchResponse): void;
  ended(): void;
}

/** An open stream of changes. */
export interface EtcdWatch {
  /**
   * True if the member reports the progress of a stream on request, and only after all earlier events have
   * been sent.
   */
  readonly tellsProgress: boolean;
  /** To be answered by a message without events. */
  requestProgress(): void;
  /** Called if the member is slow or unreliable: other members are used from now on. */
  leave(): void;
  close(): void;
}

const SERVICE = "/etcdserverpb.";

/** Returns a client that sends each call to one of the members (`members.ts`). */
export function createEtcdClient(options: EtcdClientOptions): EtcdClient {
  const members = new Members(options.endpoints, options.tls);
  const write = async (frame: Buffer): Promise<TxnResponse> => {
    const answer = members.write(`${SERVICE}KV/Txn`, frame);
    return decode<TxnResponse>("TxnResponse", await answer.catch(asStorageError));
  };
  return {
    async range(request) {
      const answer = members.read(`${SERVICE}KV/Range`, encode("RangeRequest", request));
      return decode<RangeResponse>("RangeResponse", await answer.catch(asStorageError));
    },
    txn: (request) => write(encode("TxnRequest", request)),
    write,
    async compact(revision, { physical = false } = {}) {
      const request = encode("CompactionRequest", { revision, physical });
      await members.write(`${SERVICE}KV/Compact`, request).catch(asStorageError);
    },
    async grantLease(id, ttl) {
      const request = encode("LeaseGrantRequest", { id, ttl });
      await members.read(`${SERVICE}Lease/LeaseGrant`, request).catch((error: unknown) => {
        // The answer to the first attempt was lost.
        if (!String(error).includes("lease already exists")) asStorageError(error);
      });
    },
    watch: (request, listener) => openWatch(members, request, listener),
    maintenance: maintenanceOf(members),
    close: () => members.close(),
  };
}

function openWatch(members: Members, request: object, listener: EtcdWatchListener): EtcdWatch {
  const member = members.current;
  let tellsProgress = false;
  member.unary(`${SERVICE}Maintenance/Status`, encode("StatusRequest", {}), STATUS_MS).then(
    (answer) => {
      tellsProgress = tellsProgressRight(decode<{ version: string }>("StatusResponse", answer).version);
    },
    // Then it is as if it were too old.
    () => {},
  );
  const stream = member.stream(`${SERVICE}Watch/Watch`, encode("WatchRequest", { create: request }), {
    message: (bytes) => listener.message(decode<WatchResponse>("WatchResponse", bytes)),
    ended() {
      members.leave(member);
      listener.ended();
    },
  });
  return {
    get tellsProgress() {
      return tellsProgress;
    },
    requestProgress: () => stream.write(encode("WatchRequest", { progress: {} })),
    leave: () => members.leave(member),
    close: () => stream.close(),
  };
}

const STATUS_MS = 3000;

const asStorageError = (error: unknown): never => {
  throw storageError(error);
};

function storageError(error: unknown): StorageError {
  const text = messageOf(error);
  return new StorageError(text.includes("database space exceeded") ? "NoSpace" : "Failed", text, {
    cause: error,
  });
}
