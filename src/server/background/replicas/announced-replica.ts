import { hostname } from "node:os";
import { formatMicroTime } from "../../../api/time.ts";
import type { Change, Storage, Watch, WatchListener } from "../../../storage/storage.ts";
import { CONFIGURATIONS } from "../../admit/views/configurations.ts";
import { seal } from "../../handle/write/seal.ts";
import type { IdentityLeaseOptions } from "./identity-lease.ts";
import { Peers } from "./peers.ts";
import { LEASES, replicaLease } from "./replica-lease.ts";
import type { EffectReport, ReplicaIdentity, Replicas } from "./replicas.ts";

/** Pause between two announcements, in milliseconds, so that many changes are announced together. */
const PAUSE_MS = 50;

interface AnnouncedOptions extends Pick<IdentityLeaseOptions, "storage" | "uid" | "now" | "warn"> {
  readonly replica: ReplicaIdentity;
  /** Time without a renewal of its Lease after which a server counts as gone. Default 15,000 ms. */
  readonly leaseMs?: number;
}

/**
 * A server that shares its store with other servers. Its Lease in `kube-system` announces the server, and the
 * revision up to which configurations are in effect on it. The Lease is renewed every fifth of its duration,
 * and at once when a configuration changes. If it could not be renewed for two thirds of its duration, the
 * other servers may no longer wait for this one. Then the server reads the newest revision from the store
 * before each write.
 *
 * Resolves when the Lease is written. From then on every server reports this one to clients.
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
  /** The revision of the newest change of a configuration. */
  #newest = 0;
  #announced = 0;
  /** The revision of our Lease; undefined if there is none. */
  #leaseRevision: number | undefined;
  /** Time when the last successful renewal began, in milliseconds. */
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
    // A change of a configuration that affects decisions about requests is announced at once.
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

  /** Renews the Lease, once at a time. A change in the meantime is announced by the next renewal. */
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

  /** Writes the Lease without admission, so that a webhook for Leases cannot prevent the announcement. */
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
      // The Lease was deleted or changed by another client. The next attempt starts from the current state.
      this.#leaseRevision = result.current?.revision;
      await this.#write(inEffect);
    }
  }

  async #removeGone(): Promise<void> {
    for (const { key, revision } of this.#peers.gone()) await this.#options.storage.delete(key, revision);
  }
}

/** A watch that can wait until everything that was committed so far has reached all watches. */
function watchDelivered(
  storage: Storage,
  prefix: string,
  from: number,
  change: WatchListener["change"],
): { delivered(): Promise<number>; close(): void } {
  let waiting: (() => void)[] = [];
  const finish = (): void => {
    const ready = waiting;
    waiting = [];
    for (const resolve of ready) resolve();
  };
  const watch: Watch = storage.watch(prefix, from, { change, progress: finish, closed: finish });
  return {
    /** Resolves with the revision for which this is true. */
    async delivered() {
      const { revision } = storage;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        watch.requestProgress();
      });
      return revision;
    },
    close() {
      watch.close();
      finish();
    },
  };
}
