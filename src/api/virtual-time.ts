/** A clock that goes on when all who work have begun to wait. Who waits at the same time waits side by side. */
export class VirtualTime {
  #now: number;
  #waiting: { readonly until: number; wake(): void }[] = [];
  #isDue = false;

  constructor(start = 0) {
    this.#now = start;
  }

  /** Milliseconds. */
  now(): number {
    return this.#now;
  }

  /** To another time, which may be earlier. */
  set(time: number): void {
    this.#now = time;
  }

  /** Returns when the clock has gone on by so many milliseconds. */
  sleep(milliseconds: number): Promise<void> {
    return new Promise((wake) => {
      this.#waiting.push({ until: this.#now + milliseconds, wake });
      this.#goOn();
    });
  }

  /** Not before everything has run that can run without waiting. */
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
