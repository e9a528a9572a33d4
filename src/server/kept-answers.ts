import { BoundedCache, type CacheBounds } from "../api/bounded-cache.ts";

/** How an answer is kept. */
export interface Keeping {
  /** Whether it lets a client in. */
  readonly accepts: boolean;
  /** Milliseconds; 0: not at all. */
  readonly forMs: number;
}

/** Bytes of JSON of answers that let a client in, and as many of others. */
const MOST_BYTES = 16 << 20;

interface Kept<A> {
  readonly answer: A;
}

/**
 * Answers of a service, each for its time. Those that let no client in have room of their own: a client that is not known
 * chooses its questions, and must not push out what is known of others. The oldest make room for new ones.
 */
export class KeptAnswers<A> {
  readonly #now: () => number;
  readonly #accepted: BoundedCache<Kept<A>>;
  readonly #refused: BoundedCache<Kept<A>>;

  /** `most`: of each of both; `now`: milliseconds since the epoch. */
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
