import type { KubeObject } from "../../api/meta.ts";
import { objectOf } from "../../storage/object-of.ts";
import type { Change, Entry } from "../../storage/storage.ts";
import { saidInEffect } from "./replica-lease.ts";
import type { ReplicaState } from "./replicas.ts";

interface Peer extends ReplicaState {
  /** Of its Lease. */
  readonly key: string;
  readonly revision: number;
  /** When we heard of it, by our own clock: those of others may be wrong. Milliseconds. */
  readonly heardAt: number;
}

/** The other servers: those that have a Lease and have renewed it of late. */
export class Peers {
  readonly #own: string;
  readonly #silentMs: number;
  readonly #clock: () => number;
  readonly #peers = new Map<string, Peer>();

  /** `own`: key of our own Lease. `silentMs`: who is not heard for so long is gone. */
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

  /** Those that are there. */
  heard(): readonly ReplicaState[] {
    return [...this.#peers.values()].filter((peer) => !this.#isSilentFor(peer, this.#silentMs));
  }

  /** Their Leases may go: they ended without a word long ago. */
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
