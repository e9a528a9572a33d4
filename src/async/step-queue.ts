/** Work in steps that several requests do at the same time. */
export interface Stepwise {
  /** Does the next step. Returns false if it has to wait or was the last one. Never throws. */
  next(): boolean;
}

/**
 * Does the first step of all that wait here, then the second step of all, and so on. The code of a write is larger than the
 * instruction cache of a processor: each step stays in the cache while all requests of a turn do it
 * (docs/decisions/0006-requests-in-step.md).
 */
export class StepQueue {
  #waiting: Stepwise[] = [];

  /** Begins or continues the work, when all promises that are resolved now have called their listeners. */
  add(work: Stepwise): void {
    if (this.#waiting.push(work) === 1) queueMicrotask(this.#run);
  }

  readonly #run = (): void => {
    const running = this.#waiting;
    this.#waiting = [];
    for (let count = running.length; count > 0; ) {
      let kept = 0;
      for (let i = 0; i < count; i++) {
        const work = running[i] as Stepwise;
        if (work.next()) running[kept++] = work;
      }
      count = kept;
    }
  };
}
