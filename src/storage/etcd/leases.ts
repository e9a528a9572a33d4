import { randomInt } from "node:crypto";
import { StorageError } from "../storage.ts";
import type { EtcdClient } from "./client.ts";

/** A lease is longer than it has to be by this part, but not by more than a minute, so that later keys can have it, too. */
const EXTRA_PART = 0.05;
const MOST_EXTRA_SECONDS = 60;
const MOST_KEYS = 1000;

interface Lease {
  readonly id: number;
  /** Earliest end, in the time of `performance.now()`. */
  readonly endsAt: number;
  keys: number;
}

/**
 * Leases for keys that expire. Keys that expire at about the same time share one, as in kube-apiserver: a
 * lease costs etcd more than a key.
 */
export class Leases {
  readonly #client: Pick<EtcdClient, "grantLease">;
  readonly #now: () => number;
  #lease: Lease | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  /** `now`: in milliseconds, of a clock that is not set. */
  constructor(client: Pick<EtcdClient, "grantLease">, now: () => number = () => performance.now()) {
    this.#client = client;
    this.#now = now;
  }

  /**
   * Returns the id of a lease that ends after the given number of seconds, or a little later. Rejects with
   * the StorageError of the grant.
   */
  take(ttlSeconds: number): Promise<number> {
    const taken = this.#turn.then(() => this.#take(ttlSeconds));
    this.#turn = taken.catch(() => undefined);
    return taken;
  }

  /** Writes with a lease. If the lease is gone, the write had no effect, and is repeated with another one. */
  async with<T>(
    ttlSeconds: number | undefined,
    write: (lease: number | undefined) => Promise<T>,
  ): Promise<T> {
    if (ttlSeconds === undefined) return write(undefined);
    const id = await this.take(ttlSeconds);
    try {
      return await write(id);
    } catch (error) {
      if (!isLost(error)) throw error;
      if (this.#lease?.id === id) this.#lease = undefined;
      return write(await this.take(ttlSeconds));
    }
  }

  async #take(ttlSeconds: number): Promise<number> {
    const extra = Math.min(MOST_EXTRA_SECONDS, Math.floor(ttlSeconds * EXTRA_PART));
    const [least, most] = [ttlSeconds, ttlSeconds + extra].map((seconds) => this.#now() + seconds * 1000);
    const known = this.#lease;
    if (known !== undefined && known.keys < MOST_KEYS && isBetween(least, known.endsAt, most)) {
      known.keys++;
      return known.id;
    }
    // An id of ours: one of etcd's may be larger than a number here can be.
    const lease = { id: randomInt(1, 2 ** 48 - 1), endsAt: most ?? 0, keys: 1 };
    await this.#client.grantLease(lease.id, ttlSeconds + extra);
    this.#lease = lease;
    return lease.id;
  }
}

const isBetween = (least = 0, at = 0, most = 0): boolean => least < at && at <= most;

/** True if the lease is gone: this process was stopped for long, or a client revoked the lease. */
const isLost = (error: unknown): boolean =>
  error instanceof StorageError && error.message.includes("requested lease not found");
