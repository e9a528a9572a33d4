import type { QueueClock } from "./queue-set.ts";

interface Timer {
  readonly at: number;
  readonly act: () => void;
}

/** A clock for tests. Time advances when a test calls `pass`, and timers run in the order of their times. */
export class VirtualClock implements QueueClock {
  #now = 0;
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  later(act: () => void, ms: number): () => void {
    const timer = { at: this.#now + ms, act };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Advances the time by `ms` milliseconds and runs the timers that are due. */
  pass(ms: number): void {
    const until = this.#now + ms;
    for (let next = this.#nextBefore(until); next !== undefined; next = this.#nextBefore(until)) {
      this.#timers.delete(next);
      this.#now = next.at;
      next.act();
    }
    this.#now = until;
  }

  #nextBefore(until: number): Timer | undefined {
    const due = [...this.#timers].filter(({ at }) => at <= until);
    return due.sort((a, b) => a.at - b.at)[0];
  }
}
