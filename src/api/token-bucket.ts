/** So many a second, and as many at once after a quiet time. */
export class TokenBucket {
  readonly #most: number;
  readonly #now: () => number;
  #left: number;
  #at: number;

  /** `now`: milliseconds of a steady clock. */
  constructor(most: number, now: () => number = () => performance.now()) {
    this.#most = most;
    this.#now = now;
    this.#left = most;
    this.#at = now();
  }

  /** Whether there is room for one more. */
  take(): boolean {
    if (this.#left < 1) this.#fill();
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  #fill(): void {
    const now = this.#now();
    this.#left = Math.min(this.#most, this.#left + ((now - this.#at) * this.#most) / 1000);
    this.#at = now;
  }
}
