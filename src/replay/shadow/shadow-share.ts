/** Share of the CPU time that the server uses. */
const OF_PROCESSOR = 0.015;
/** Share of the elapsed time, for a server without other work. */
const OF_TIME = 0.003;
/**
 * Milliseconds that can be spent at once after an idle period, and at the start, when code is not compiled
 * yet and runs slowly.
 */
const MOST_SAVED_MS = 50;
const AT_FIRST_MS = 500;
/** Largest debt in milliseconds: longer work is not fully paid back. */
const MOST_OWED_MS = 20;

/** Clocks, in milliseconds. */
export interface Clocks {
  now(): number;
  /** Returns the CPU time of this process. */
  processor(): number;
}

const REAL: Clocks = {
  now: () => performance.now(),
  processor() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

/** Time budget for background work: a small part of the time of all other work. */
export class ShadowShare {
  readonly #clocks: Clocks;
  #saved = AT_FIRST_MS;
  #at: number;
  #processorAt: number;

  constructor(clocks = REAL) {
    this.#clocks = clocks;
    this.#at = clocks.now();
    this.#processorAt = clocks.processor();
  }

  /** Records time that was spent. */
  spend(milliseconds: number): void {
    this.#saved = Math.max(-MOST_OWED_MS, this.#saved - milliseconds);
  }

  /** True if there is no time left now. */
  get isSpent(): boolean {
    const [now, processor] = [this.#clocks.now(), this.#clocks.processor()];
    const grown = (processor - this.#processorAt) * OF_PROCESSOR + (now - this.#at) * OF_TIME;
    this.#at = now;
    this.#processorAt = processor;
    // The initial amount stays until it is spent.
    this.#saved = Math.max(this.#saved, Math.min(MOST_SAVED_MS, this.#saved + grown));
    return this.#saved <= 0;
  }
}
