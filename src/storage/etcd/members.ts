import { setTimeout as pause } from "node:timers/promises";
import { Connection, type EtcdTls } from "./grpc/connection.ts";
import { CODE, GrpcError } from "./grpc/grpc-error.ts";

/** Timeout of a write, in milliseconds. */
const CALL_MS = 10_000;
/** Timeout of a read if another member can be tried, in milliseconds. */
const READ_MS = 3000;
/** A leader is elected within two or three seconds. */
const PATIENCE_MS = 5000;
const PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 500;

/** All members of one etcd: calls go to one of them, until it is away or slow; then to the next. */
export class Members {
  readonly #all: readonly Connection[];
  #current = 0;

  /** `endpoints`: at least one. */
  constructor(endpoints: readonly string[], tls?: EtcdTls) {
    this.#all = endpoints.map((endpoint) => new Connection(urlOf(endpoint), tls));
  }

  /** In the order of the endpoints. */
  get all(): readonly Connection[] {
    return this.#all;
  }

  /** The member for the next call. */
  get current(): Connection {
    for (let i = 1; i < this.#all.length && this.#at(this.#current).slow; i++) this.#current++;
    return this.#at(this.#current);
  }

  /** Avoids this member for the next calls. */
  leave(one: Connection): void {
    if (this.#at(this.#current) === one) this.#current++;
  }

  /** Sends a read, which may be repeated on several members. */
  read(path: string, frame: Buffer): Promise<Buffer> {
    const limit = this.#all.length > 1 ? READ_MS : CALL_MS;
    return this.#repeated(path, frame, limit, isAway);
  }

  /** Sends a write. It is repeated only if the first attempt had no effect for certain. */
  write(path: string, frame: Buffer): Promise<Buffer> {
    return this.#repeated(path, frame, CALL_MS, isUnsent);
  }

  close(): void {
    for (const one of this.#all) one.close();
  }

  async #repeated(
    path: string,
    frame: Buffer,
    limitMs: number,
    may: (error: unknown) => boolean,
  ): Promise<Buffer> {
    const end = performance.now() + PATIENCE_MS;
    for (let attempt = 1; ; attempt++) {
      const used = this.current;
      try {
        return await used.unary(path, frame, limitMs);
      } catch (error) {
        if (isAway(error)) this.leave(used);
        if (!may(error) || performance.now() >= end) throw error;
      }
      const rounds = Math.floor(attempt / this.#all.length);
      if (attempt % this.#all.length === 0) await pause(Math.min(PAUSE_MS * rounds, LONGEST_PAUSE_MS));
    }
  }

  #at(index: number): Connection {
    return this.#all[index % this.#all.length]!;
  }
}

const AWAY: ReadonlySet<number> = new Set([CODE.unavailable, CODE.deadlineExceeded]);
const isAway = (error: unknown): boolean => error instanceof GrpcError && AWAY.has(error.code);

/** Error of a member without a leader. It has then done nothing. */
const NO_LEADER = "etcdserver: no leader";
const isUnsent = (error: unknown): boolean =>
  error instanceof GrpcError && (error.unsent || error.message === NO_LEADER);

/** `10.0.0.1`, `http://10.0.0.1`, `https://10.0.0.1:2379`. */
function urlOf(endpoint: string): string {
  const text = endpoint.includes("://") ? endpoint : `http://${endpoint}`;
  return /:\d+\/?$/.test(text) ? text : `${text.replace(/\/$/, "")}:2379`;
}
