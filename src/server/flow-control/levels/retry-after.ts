const MOST_SECONDS = 32;

/**
 * The number of seconds after which refused clients may retry. It doubles while many requests are refused,
 * and falls by one while few are (k8s.io/apiserver/pkg/util/flowcontrol/dropped_requests_tracker.go).
 */
export class RetryAfter {
  /** Number of refused requests by second, the latest last. */
  #history: { readonly second: number; readonly count: number }[] = [];
  #second = 0;
  #count = 0;
  #doubledAt = 0;
  #seconds = 1;

  /** Records a refusal at this time, in milliseconds. Returns the seconds until the client may retry. */
  refused(now: number): number {
    const second = Math.floor(now / 1000);
    if (second === this.#second) this.#count += 1;
    else this.#begin(second);
    return this.#seconds;
  }

  #begin(second: number): void {
    this.#history.push({ second: this.#second, count: this.#count });
    const oldest = this.#second - Math.min(2 * this.#seconds, MOST_SECONDS);
    this.#history = this.#history.filter((entry) => entry.second >= oldest);
    this.#second = second;
    this.#count = 1;
    this.#adjust(second);
  }

  #adjust(second: number): void {
    const recent = this.#history.filter((entry) => entry.second >= second - this.#seconds);
    const refused = recent.reduce((sum, { count }) => sum + count, 0);
    if (second - this.#doubledAt >= this.#seconds && refused >= 3 * this.#seconds) {
      this.#seconds = Math.min(2 * this.#seconds, MOST_SECONDS);
      this.#doubledAt = second;
    } else if (refused < this.#seconds && this.#seconds > 1) this.#seconds -= 1;
  }
}
