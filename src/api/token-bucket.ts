/** So many a second, and after a quiet time as many or more at once. */
export class TokenBucket {
  readonly #aSecond: number;
  readonly #atOnce: number;
  readonly #now: () => number;
  #left: number;
  #at: number;

  /** `now`: milliseconds of a steady clock. */
  constructor(aSecond: number, now: () => number = () => performance.now(), atOnce = aSecond) {
    this.#aSecond = aSecond;
    this.#atOnce = atOnce;
    this.#now = now;
    this.#left = atOnce;
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
    this.#left = Math.min(this.#atOnce, this.#left + ((now - this.#at) * this.#aSecond) / 1000);
    this.#at = now;
  }
}
