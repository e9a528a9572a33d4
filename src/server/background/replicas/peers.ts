import type { KubeObject } from "../../../api/meta.ts";
import { objectOf } from "../../../storage/object-of.ts";
import type { Change, Entry } from "../../../storage/storage.ts";
import { saidInEffect } from "./replica-lease.ts";
import type { ReplicaState } from "./replicas.ts";

interface Peer extends ReplicaState {
  /** Store key of its Lease. */
  readonly key: string;
  readonly revision: number;
  /** Time of the last renewal by our own clock, in milliseconds: clocks of other servers can be wrong. */
  readonly heardAt: number;
}

/** The other servers that have a Lease and have renewed it recently. */
export class Peers {
  readonly #own: string;
  readonly #silentMs: number;
  readonly #clock: () => number;
  readonly #peers = new Map<string, Peer>();

  /**
   * `own`: store key of our own Lease. `silentMs`: time without a renewal after which a server counts as
   * gone, in milliseconds.
   */
  constructor(own: string, silentMs: number, clock: () => number) {
    this.#own = own;
    this.#silentMs = silentMs;
    this.#clock = clock;
  }

  changed({ type, entry }: Pick<Change, "type" | "entry">): void {
    if (entry.key === this.#own) return;
    const object = objectOf(entry);
    const inEffect = type === "deleted" ? undefined : saidInEffect(object);
    if (inEffect === undefined) this.#peers.delete(entry.key);
    else this.#peers.set(entry.key, this.#peerOf(entry, object, inEffect));
  }

  /** Returns the servers that are running. */
  heard(): readonly ReplicaState[] {
    return [...this.#peers.values()].filter((peer) => !this.#isSilentFor(peer, this.#silentMs));
  }

  /** Returns the Leases that can be deleted: their servers ended long ago without deleting them. */
  gone(): readonly { readonly key: string; readonly revision: number }[] {
    return [...this.#peers.values()].filter((peer) => this.#isSilentFor(peer, this.#silentMs * 2));
  }

  #peerOf({ key, revision }: Entry, { metadata }: KubeObject, inEffect: number): Peer {
    return { key, revision, name: metadata.name ?? "", inEffect, heardAt: this.#clock() };
  }

  #isSilentFor({ heardAt }: Peer, milliseconds: number): boolean {
    return this.#clock() - heardAt > milliseconds;
  }
}
