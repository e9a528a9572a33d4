/** Limit of a rate. */
export interface TokenRate {
  /** Sustained rate per second. */
  readonly perSecond: number;
  /** Maximum number at once after a quiet time; default: `perSecond`. */
  readonly burst?: number;
}

/** A rate limiter. All times are milliseconds of a monotonic clock; default: `performance.now`. */
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

  /** Takes a token; returns false if there is none. */
  take(now = performance.now()): boolean {
    this.#refill(now);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Time until a token is available, in whole milliseconds; 0 if one is available. */
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
