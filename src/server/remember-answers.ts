import { hash } from "node:crypto";
import { tooManyRequests } from "../api/status.ts";
import { BoundedCache, type CacheBounds } from "../async/bounded-cache.ts";

/** Requests an answer unless it is cached; `keeping` returns the cache rules of an answer. */
type AskOnce<T> = (key: string, ...question: Question<T>) => T | Promise<T>;

type Question<T> = readonly [ask: () => Promise<T>, keeping: (answer: T) => Keeping];

/** Limit of concurrent requests to a service: a client that sends guesses must not cause a connection for each. */
const MOST_AT_ONCE = 1000;
/** Limit of characters of all concurrent requests. One of them may have a megabyte of selectors. */
const MOST_CHARACTERS = 32 << 20;

/**
 * Caches the answers of services: equal concurrent requests share one answer, which is then cached for its
 * lifetime. The cache has only hashes of the keys, which clients choose and which may be secret. Failures are
 * not cached. Rejects with 429 while too many requests are in progress. `most`: limit of cached answers,
 * separately for those that accept and those that refuse; `now` in milliseconds.
 */
export function rememberAnswers<T>(most: number, now: () => number, mostAtOnce = MOST_AT_ONCE): AskOnce<T> {
  const kept = new KeptAnswers<T>(most, now);
  const underWay = new Map<string, Promise<T>>();
  let characters = 0;
  const asked = async (id: string, length: number, ...[ask, keeping]: Question<T>): Promise<T> => {
    characters += length;
    try {
      const answer = await ask();
      kept.keep(id, answer, keeping(answer));
      return answer;
    } finally {
      characters -= length;
      underWay.delete(id);
    }
  };
  return (key, ...question) => {
    const id = hash("sha256", key, "base64");
    const before = kept.get(id);
    if (before !== undefined) return before.answer;
    const earlier = underWay.get(id);
    if (earlier !== undefined) return earlier;
    if (underWay.size >= mostAtOnce || characters + key.length > MOST_CHARACTERS)
      return Promise.reject(tooManyRequests("Too many requests, please try again later.", 1));
    const waiting = asked(id, key.length, ...question);
    underWay.set(id, waiting);
    return waiting;
  };
}

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
