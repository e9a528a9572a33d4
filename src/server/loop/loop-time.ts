import type { LoopUser } from "./loop-budget.ts";

/**
 * Whose work the event loop does. Each stage that may take long says so when it begins (`work`); what follows counts for its
 * request until another one's stage begins, or the loop has turned.
 */
export class LoopTime {
  readonly #now: () => number;
  readonly #afterTurn: (act: () => void) => void;
  readonly #spent: (context: LoopUser, ms: number) => void;
  #worker: LoopUser | undefined;
  #since = 0;

  /** `now`: milliseconds; `afterTurn`: calls a function when the loop has turned; `spent`: told after each piece of work. */
  constructor(
    now: () => number,
    afterTurn: (act: () => void) => void,
    spent: (context: LoopUser, ms: number) => void,
  ) {
    this.#now = now;
    this.#afterTurn = afterTurn;
    this.#spent = spent;
  }

  work(context: LoopUser): void {
    const now = this.#now();
    if (this.#worker === undefined) this.#afterTurn(this.end);
    else this.#spent(this.#worker, now - this.#since);
    this.#worker = context;
    this.#since = now;
  }

  /** Whatever comes now is nobody's work: to be said where that is known, and at the latest when the loop turns. */
  readonly end = (): void => {
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker !== undefined) this.#spent(worker, this.#now() - this.#since);
  };
}
