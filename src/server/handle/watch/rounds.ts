/** Up to so many readers cost no more than the requests beside them: the next round need not wait. */
const FEW = 8;

/** The longest time that a round waits, in milliseconds. */
const LONGEST_MS = 10;

/**
 * Wakes the readers of events in rounds. When many readers are woken, the next round begins only when as much time has
 * passed as the last one took: what happens in the meantime is written to each connection in one piece. A write to a
 * connection costs about the same for one event as for ten (TLS, HTTP/2, a call of the system). One reader waits for nothing.
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

  /** A round is over with the turn of the event loop in which HTTP/2 hands its frames to the connections. */
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
