import { BoundedCache, type CacheBounds } from "../async/bounded-cache.ts";

/** Cache rules of one answer. */
export interface Keeping {
  /** True if the answer admits a client. */
  readonly accepts: boolean;
  /** Lifetime in milliseconds; 0: not cached. */
  readonly forMs: number;
}

/** Limit of JSON in UTF-16 units, separately for answers that admit a client and for those that refuse one. */
const MOST_BYTES = 16 << 20;

interface Kept<A> {
  readonly answer: A;
}

/**
 * Cached answers of a service, each with its lifetime. Refusals have a cache of their own: an unauthenticated
 * client chooses its requests, and must not evict the entries of other clients. The oldest entries are
 * evicted first.
 */
export class KeptAnswers<A> {
  readonly #now: () => number;
  readonly #accepted: BoundedCache<Kept<A>>;
  readonly #refused: BoundedCache<Kept<A>>;

  /** `most`: limit of entries for each of both caches; `now`: milliseconds since the epoch. */
  constructor(most: number, now: () => number) {
    const bounds: CacheBounds<Kept<A>> = { entries: most, bytes: MOST_BYTES, sizeOf, now };
    this.#now = now;
    this.#accepted = new BoundedCache(bounds);
    this.#refused = new BoundedCache(bounds);
  }

  get(key: string): Kept<A> | undefined {
    return this.#accepted.get(key) ?? this.#refused.get(key);
  }

  keep(key: string, answer: A, { accepts, forMs }: Keeping): void {
    this.#accepted.delete(key);
    this.#refused.delete(key);
    if (forMs <= 0) return;
    const kept = accepts ? this.#accepted : this.#refused;
    kept.set(key, { answer }, this.#now() + forMs);
  }
}

const sizeOf = (kept: Kept<unknown>): number => JSON.stringify(kept).length;
