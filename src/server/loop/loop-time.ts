import type { LoopUser } from "./loop-budget.ts";

/**
 * Assigns the time of the event loop to requests. Each stage that can take long calls `work` when it begins.
 * The time after that is charged to its request until a stage of another request begins, or the loop has
 * turned.
 */
export class LoopTime {
  readonly #now: () => number;
  readonly #afterTurn: (act: () => void) => void;
  readonly #spent: (context: LoopUser, ms: number, now: number) => void;
  #worker: LoopUser | undefined;
  #since = 0;
  #isInStep = false;

  /**
   * `now`: the time in milliseconds. `afterTurn`: calls a function when the loop has turned. `spent`: called
   * after each piece of work.
   */
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

  /**
   * Several requests are processed in one step. Its end is reported by `stepEnds`, so no callback of the loop
   * is needed, which would also keep the loop from waiting.
   */
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
