import { StepQueue, type Stepwise } from "../../async/step-queue.ts";
import { atOnce, inSteps, type Steps } from "../../async/steps.ts";
import type { RequestContext } from "../request-context.ts";
import { pacer } from "./turns.ts";

/**
 * One step of a request: reads and sets members of its value, and throws the StatusError of a refusal. Returns a promise if it has
 * to wait for something, and a generator if it is slow for a large object; otherwise nothing.
 */
export type Step<W> = (request: W) => void | Promise<void> | Steps<void>;

/** The part of a request that the runner uses. */
interface Running {
  readonly context: RequestContext;
  /** True if the remaining steps are left out. */
  readonly isDone?: boolean;
}

/** The requests that arrived together do each step together. */
const QUEUE = new StepQueue();

/**
 * Runs the steps one after the other, together with other requests. A large request pauses for the others between its steps and
 * inside them, when it has used the time of a turn. Rejects with the error of the first step that fails.
 */
export const runSteps = <W extends Running>(steps: readonly Step<W>[], request: W): Promise<void> =>
  new Promise((resolve, reject) => QUEUE.add(new Run(steps, request, resolve, reject)));

class Run<W extends Running> implements Stepwise {
  readonly #steps: readonly Step<W>[];
  readonly #request: W;
  readonly #resolve: () => void;
  readonly #reject: (error: unknown) => void;
  /** Position of the next step. */
  #at = 0;

  constructor(steps: readonly Step<W>[], request: W, resolve: () => void, reject: (error: unknown) => void) {
    this.#steps = steps;
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  next(): boolean {
    if (this.#isAtEnd()) {
      this.#resolve();
      return false;
    }
    if (this.#request.context.isLarge) {
      this.#inTurns().then(this.#resolve, this.#reject);
      return false;
    }
    try {
      const result = this.#begin();
      if (result instanceof Promise) {
        result.then(this.#goOn, this.#reject);
        return false;
      }
      if (result !== undefined) atOnce(result);
      return true;
    } catch (error) {
      this.#reject(error);
      return false;
    }
  }

  #isAtEnd(): boolean {
    return this.#at === this.#steps.length || this.#request.isDone === true;
  }

  #begin(): void | Promise<void> | Steps<void> {
    return (this.#steps[this.#at++] as Step<W>)(this.#request);
  }

  readonly #goOn = (): void => QUEUE.add(this);

  async #inTurns(): Promise<void> {
    const pause = pacer(this.#request.context);
    while (!this.#isAtEnd()) {
      await pause();
      const result = this.#begin();
      if (result instanceof Promise) await result;
      else if (result !== undefined) await inSteps(result, pause);
    }
  }
}
