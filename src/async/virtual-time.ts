/** A clock that advances when all tasks are waiting. Tasks that sleep at the same time sleep in parallel. */
export class VirtualTime {
  #now: number;
  #waiting: { readonly until: number; wake(): void }[] = [];
  #isDue = false;

  constructor(start = 0) {
    this.#now = start;
  }

  /** Current time in milliseconds. */
  now(): number {
    return this.#now;
  }

  /** Sets the clock, also to an earlier time. */
  set(time: number): void {
    this.#now = time;
  }

  /** Resolves when the clock has advanced by this number of milliseconds. */
  sleep(milliseconds: number): Promise<void> {
    return new Promise((wake) => {
      this.#waiting.push({ until: this.#now + milliseconds, wake });
      this.#goOn();
    });
  }

  /** Advances the clock to the next due time, after all callbacks that can run without waiting have run. */
  #goOn(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      const next = this.#waiting.reduce(
        (least, { until }) => Math.min(least, until),
        Number.POSITIVE_INFINITY,
      );
      const due = this.#waiting.filter(({ until }) => until <= next);
      this.#waiting = this.#waiting.filter(({ until }) => until > next);
      this.#now = Math.max(this.#now, next);
      for (const { wake } of due) wake();
      if (this.#waiting.length > 0) this.#goOn();
    });
  }
}
