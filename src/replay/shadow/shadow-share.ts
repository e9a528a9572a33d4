/** So much of the processor's time that the server takes. */
const OF_PROCESSOR = 0.015;
/** So much of the time, where the server has nothing else to do. */
const OF_TIME = 0.003;
/** Milliseconds that may be spent at once after a quiet time; at the start, when all is slow, and nothing is compiled. */
const MOST_SAVED_MS = 50;
const AT_FIRST_MS = 500;
/** What took longer than there was time for is not paid back for ever. */
const MOST_OWED_MS = 20;

/** What the clocks show, in milliseconds. */
export interface Clocks {
  now(): number;
  /** Of the processor, of this process. */
  processor(): number;
}

const REAL: Clocks = {
  now: () => performance.now(),
  processor() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

/** Time that may be spent on work that nobody waits for: a small part of what all other work takes. */
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

  /** So much was spent. */
  spend(milliseconds: number): void {
    this.#saved = Math.max(-MOST_OWED_MS, this.#saved - milliseconds);
  }

  /** Whether there is no time left now. */
  get isSpent(): boolean {
    const [now, processor] = [this.#clocks.now(), this.#clocks.processor()];
    const grown = (processor - this.#processorAt) * OF_PROCESSOR + (now - this.#at) * OF_TIME;
    this.#at = now;
    this.#processorAt = processor;
    // What was there at first stays until it is spent.
    this.#saved = Math.max(this.#saved, Math.min(MOST_SAVED_MS, this.#saved + grown));
    return this.#saved <= 0;
  }
}
