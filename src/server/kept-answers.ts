/** How an answer is kept. */
export interface Keeping {
  /** Whether it lets somebody in. */
  readonly accepts: boolean;
  /** For so many milliseconds; 0: not at all. */
  readonly forMs: number;
}

/**
 * Answers of a service, each for its time. Those that let nobody in have room of their own: a client that is not known asks for
 * what he likes, and must not push out what is known of others. The oldest make room for new ones.
 */
export class KeptAnswers<A> {
  readonly #most: number;
  readonly #now: () => number;
  readonly #accepted = new Map<string, Kept<A>>();
  readonly #refused = new Map<string, Kept<A>>();

  /** `most`: of each of both; `now`: milliseconds since the epoch. */
  constructor(most: number, now: () => number) {
    this.#most = most;
    this.#now = now;
  }

  get(key: string): Kept<A> | undefined {
    const kept = this.#accepted.get(key) ?? this.#refused.get(key);
    return kept !== undefined && this.#now() < kept.until ? kept : undefined;
  }

  keep(key: string, answer: A, { accepts, forMs }: Keeping): void {
    this.#accepted.delete(key);
    this.#refused.delete(key);
    if (forMs <= 0) return;
    const kept = accepts ? this.#accepted : this.#refused;
    kept.set(key, { answer, until: this.#now() + forMs });
    const [oldest] = kept.size > this.#most ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
  }
}

interface Kept<A> {
  readonly answer: A;
  readonly until: number;
}
