/** Number of readers up to which the next round does not wait, because they cost little. */
const FEW = 8;

/** Maximal delay of a round, in milliseconds. */
const LONGEST_MS = 10;

/**
 * Wakes the readers of events in rounds. When many readers are woken, the next round begins only after as
 * much time as the last one took: events in the meantime are written to each connection in one piece. A write
 * to a connection costs about the same for one event as for ten (TLS, HTTP/2, a system call). A single reader
 * has no delay.
 */
export class Rounds {
  #waiting: (() => void)[] = [];
  #isScheduled = false;
  #isMeasuring = false;
  #notBefore = 0;

  /** Calls `wake` once, soon. */
  add(wake: () => void): void {
    this.#waiting.push(wake);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isMeasuring || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    const wait = this.#notBefore - performance.now();
    if (wait <= 0) queueMicrotask(() => this.#run());
    else setTimeout(() => this.#run(), Math.ceil(wait));
  }

  #run(): void {
    this.#isScheduled = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length > FEW) this.#measure();
    for (const wake of waiting) wake();
  }

  /** Measures a round: until HTTP/2 has passed its frames to the connections. */
  #measure(): void {
    const startedAt = performance.now();
    this.#isMeasuring = true;
    setImmediate(() => {
      const endedAt = performance.now();
      this.#notBefore = endedAt + Math.min(endedAt - startedAt, LONGEST_MS);
      this.#isMeasuring = false;
      this.#schedule();
    });
  }
}
