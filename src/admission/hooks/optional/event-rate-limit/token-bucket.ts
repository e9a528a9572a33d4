/** Lets `burst` through at once, and `perSecond` from then on. */
export class TokenBucket {
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #at: number | undefined;

  constructor(perSecond: number, burst: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#tokens = burst;
  }

  /** `now`: milliseconds of a steady clock. */
  take(now: number): boolean {
    const passed = (now - (this.#at ?? now)) / 1000;
    this.#tokens = Math.min(this.#burst, this.#tokens + passed * this.#perSecond);
    this.#at = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
