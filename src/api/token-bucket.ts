export interface TokenRate {
  /** So many in the long run. */
  readonly perSecond: number;
  /** So many at once after a quiet time; default: those of a second. */
  readonly burst?: number;
}

/** Never lets more through than its rate allows. All times are milliseconds of a steady clock; default: `performance.now`. */
export class TokenBucket {
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #at: number;

  constructor({ perSecond, burst = perSecond }: TokenRate, now = performance.now()) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#tokens = burst;
    this.#at = now;
  }

  /** Whether there is room for one more, which is taken. */
  take(now = performance.now()): boolean {
    this.#refill(now);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Whole milliseconds until there is room for one more; 0: there is. */
  msUntilNext(now = performance.now()): number {
    this.#refill(now);
    return this.#tokens < 1 ? Math.ceil(((1 - this.#tokens) / this.#perSecond) * 1000) : 0;
  }

  #refill(now: number): void {
    const added = ((now - this.#at) / 1000) * this.#perSecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + added);
    this.#at = now;
  }
}
