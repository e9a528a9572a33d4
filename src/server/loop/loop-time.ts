import type { LoopUser } from "./loop-budget.ts";

/**
 * Whose work the event loop does. Each stage that may take long says so when it begins (`work`); what follows counts for its
 * request until another one's stage begins, or the loop has turned.
 */
export class LoopTime {
  readonly #now: () => number;
  readonly #afterTurn: (act: () => void) => void;
  readonly #spent: (context: LoopUser, ms: number, now: number) => void;
  #worker: LoopUser | undefined;
  #since = 0;
  #isInStep = false;

  /** `now`: milliseconds; `afterTurn`: calls a function when the loop has turned; `spent`: told after each piece of work. */
  constructor(
    now: () => number,
    afterTurn: (act: () => void) => void,
    spent: (context: LoopUser, ms: number, now: number) => void,
  ) {
    this.#now = now;
    this.#afterTurn = afterTurn;
    this.#spent = spent;
  }

  work(context: LoopUser): void {
    const now = this.#now();
    if (this.#worker !== undefined) this.#spent(this.#worker, now - this.#since, now);
    else if (!this.#isInStep) this.#afterTurn(this.#end);
    this.#worker = context;
    this.#since = now;
  }

  /** Requests go a step together: its end will be told, and nothing has to be asked of the loop, which would not wait then. */
  stepBegins(): void {
    this.#isInStep = true;
  }

  stepEnds(): void {
    this.#isInStep = false;
    this.#end();
  }

  readonly #end = (): void => {
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker === undefined) return;
    const now = this.#now();
    this.#spent(worker, now - this.#since, now);
  };
}
