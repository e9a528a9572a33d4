import { hostname } from "node:os";
import { formatMicroTime } from "../../api/time.ts";
import type { Change, Storage } from "../../storage/storage.ts";
import { seal } from "../handle/write/seal.ts";
import { CONFIGURATIONS } from "../views/configurations.ts";
import { watchDelivered } from "./delivered.ts";
import { Peers } from "./peers.ts";
import { LEASES, replicaLease } from "./replica-lease.ts";
import type { EffectReport, ReplicaIdentity, Replicas } from "./replicas.ts";

/** Between two announcements, so that many changes are one. */
const PAUSE_MS = 50;

export interface AnnouncedOptions {
  readonly storage: Storage;
  readonly replica: ReplicaIdentity;
  /** A server of which nothing is heard for so long is taken for gone. Default 15,000 ms. */
  readonly leaseMs?: number;
  readonly uid: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
}

/**
 * A server among others over one store. Its Lease in `kube-system` says that it is there, and up to which revision the
 * configurations are in effect on it; it is renewed every fifth of its duration, and at once when a configuration
 * changes. Who could not renew it for two thirds of its duration keeps nobody to its word any more: before each write it
 * asks the store for the newest revision, for the others may have ceased to count on it.
 *
 * Resolves when the Lease is written: a client that asks any server from then on hears of this one.
 */
export async function announceReplica(options: AnnouncedOptions): Promise<Replicas> {
  const replica = new AnnouncedReplica(options);
  await replica.begin();
  return replica;
}

class AnnouncedReplica implements Replicas {
  readonly alone = false;
  readonly #options: AnnouncedOptions;
  readonly #leaseMs: number;
  readonly #key: string;
  readonly #created: { readonly uid: string; readonly createdAt: string };
  readonly #peers: Peers;
  #ends: (() => void)[] = [];
  #delivered: () => Promise<number> = async () => 0;
  /** The newest change of a configuration. */
  #newest = 0;
  #announced = 0;
  /** The revision of our Lease; undefined: there is none. */
  #leaseRevision: number | undefined;
  /** When the last renewal that succeeded was begun. */
  #renewedAt = Number.NEGATIVE_INFINITY;
  #renewing: Promise<void> | undefined;
  #closed = false;

  constructor(options: AnnouncedOptions) {
    this.#options = options;
    this.#leaseMs = options.leaseMs ?? 15_000;
    this.#key = `${LEASES}${options.replica.name}`;
    this.#created = { uid: options.uid(), createdAt: formatMicroTime(options.now()) };
    this.#peers = new Peers(this.#key, this.#leaseMs, () => performance.now());
  }

  async begin(): Promise<void> {
    const { storage } = this.#options;
    // A change of what decides how requests are decided is announced at once.
    await Promise.all(CONFIGURATIONS.map((name) => this.#follow(`/registry/${name}/`)));
    const { entries, revision } = await storage.list(LEASES);
    for (const entry of entries) this.#peers.changed({ type: "created", entry });
    const watch = watchDelivered(storage, LEASES, revision, (change) => this.#peers.changed(change));
    this.#delivered = watch.delivered;
    await this.#renew();
    const timer = setInterval(() => void this.#renewOnce(), this.#leaseMs / 5).unref();
    this.#ends.push(watch.close, () => clearInterval(timer));
  }

  async inEffect(revision?: number): Promise<EffectReport> {
    await this.#readNewest();
    const { replica, storage } = this.#options;
    return {
      revision: revision ?? this.#newest,
      replicas: [{ name: replica.name, inEffect: storage.revision }, ...this.#peers.heard()],
      cutOff: this.#isCutOff(),
    };
  }

  catchUp(): Promise<void> | undefined {
    return this.#isCutOff() ? this.#readNewest() : undefined;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const end of this.#ends) end();
    await this.#renewing;
    if (this.#leaseRevision === undefined) return;
    await this.#options.storage.delete(this.#key, this.#leaseRevision).catch(() => undefined);
  }

  async #follow(prefix: string): Promise<void> {
    const { storage } = this.#options;
    const { entries, revision } = await storage.list(prefix);
    this.#newest = Math.max(this.#newest, ...entries.map((entry) => entry.revision));
    const change = (its: Change): void => {
      this.#newest = Math.max(this.#newest, its.revision);
      void this.#renewOnce();
    };
    const watch = storage.watch(prefix, revision, { change, closed: () => {} });
    this.#ends.push(() => watch.close());
  }

  #isCutOff(): boolean {
    return performance.now() - this.#renewedAt > (this.#leaseMs * 2) / 3;
  }

  async #readNewest(): Promise<void> {
    await this.#options.storage.catchUp();
    await this.#delivered();
  }

  /** One at a time; a change that comes in the meantime is announced by the next one. */
  #renewOnce(): Promise<void> {
    this.#renewing ??= this.#renewUntilSaid().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renewUntilSaid(): Promise<void> {
    do {
      try {
        await this.#renew();
        await this.#removeGone();
      } catch (error) {
        if (!this.#closed) this.#options.warn("Lease of this server not renewed", { error: String(error) });
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    } while (this.#announced < this.#newest && !this.#closed);
  }

  async #renew(): Promise<void> {
    const startedAt = performance.now();
    const inEffect = await this.#delivered();
    if (this.#closed) return;
    await this.#write(inEffect);
    this.#announced = inEffect;
    this.#renewedAt = startedAt;
  }

  /** Past admission: a webhook that wants Leases must not make a server vanish. */
  async #write(inEffect: number): Promise<void> {
    const { storage, replica, now } = this.#options;
    const times = { ...this.#created, renewedAt: formatMicroTime(now()) };
    const lease = { ...replica, host: hostname(), leaseMs: this.#leaseMs, inEffect, ...times };
    const sealed = (revision: number) => seal(replicaLease(lease), revision);
    const before = this.#leaseRevision;
    const result = await (before === undefined
      ? storage.create(this.#key, sealed)
      : storage.update(this.#key, before, sealed));
    if (result.kind === "written") this.#leaseRevision = result.entry.revision;
    else {
      // Somebody took it away, or wrote it: the next attempt builds on what is there.
      this.#leaseRevision = result.current?.revision;
      await this.#write(inEffect);
    }
  }

  async #removeGone(): Promise<void> {
    for (const { key, revision } of this.#peers.gone()) await this.#options.storage.delete(key, revision);
  }
}
