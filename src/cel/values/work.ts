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
export interface Work {
  /** An object with many keys and their list: the last one that was asked for. */
  keys: { readonly map: object; readonly keys: readonly string[] } | undefined;
  /** Counts work, in units of about ten nanoseconds. Throws CostLimitReached when the limit is exceeded. */
  spend(units: number): void;
  /** Counts the reading of this number of characters. */
  spendText(length: number): void;
}

/** Work with a limit. Other code sees the interface, so that the declarations of all entry points fit together. */
class Budget implements Work {
  #left: number;
  keys: Work["keys"];

  constructor(limit: number) {
    this.#left = limit;
  }

  spend(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new CostLimitReached();
  }

  spendText(length: number): void {
    this.spend(length * 0.1);
  }
}

/** The work of one evaluation. */
export const limited = (): Work => new Budget(WORK_LIMIT);

/** The work of what is no evaluation: plans, and comparisons of other code. */
export const unlimited = (): Work => new Budget(Number.POSITIVE_INFINITY);
