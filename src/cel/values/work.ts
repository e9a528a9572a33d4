/** Thrown when the cost limit is exceeded. It never leaves the program's `run`. */
export class CostLimitReached extends Error {}

/**
 * Limit of the work of one evaluation besides its cost. The costs are the reference's, and count some calls
 * as one step that read a whole text, share a list many times or make a text a million times as long. The
 * reference runs these in a separate thread; here they would block the event loop. A unit is about ten
 * nanoseconds: ten characters, or one element.
 */
const WORK_LIMIT = 10_000_000;

/**
 * The work that one evaluation may still do. Nested evaluations, such as those of variables, share it with the outer
 * one. Values that an evaluation sees do not change during it.
 */
export class Work {
  #left: number;
  /** An object with many keys and their list: the last one that was asked for. */
  keys: { readonly map: object; readonly keys: readonly string[] } | undefined;

  constructor(limit: number = WORK_LIMIT) {
    this.#left = limit;
  }

  /** Counts work. Throws CostLimitReached when the limit is exceeded. */
  spend(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new CostLimitReached();
  }

  /** Counts the reading of this number of characters. */
  spendText(length: number): void {
    this.spend(length * 0.1);
  }
}

/** The work of what is no evaluation: plans, and comparisons of other code. */
export const unlimited = (): Work => new Work(Number.POSITIVE_INFINITY);
