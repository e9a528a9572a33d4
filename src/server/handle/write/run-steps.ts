import { StepQueue, type Stepwise } from "../../../async/step-queue.ts";
import { atOnce, inSteps, type Steps } from "../../../async/steps.ts";
import type { RequestContext } from "../../request-context.ts";
import { pacer } from "./turns.ts";

/**
 * One step of a write: reads and sets members of the write, and throws the StatusError of a refusal. Returns a promise if it has
 * to wait for something, and a generator if it is slow for a large object; otherwise nothing.
 */
export type Step<W> = (write: W) => void | Promise<void> | Steps<void>;

/** The part of a write that the runner uses. */
interface Written {
  readonly context: RequestContext;
}

/** Writes of all requests: those that arrived together do each step together. */
const QUEUE = new StepQueue();

/**
 * Runs the steps one after the other, together with other requests. A large request pauses for the others between its steps and
 * inside them, when it has used the time of a turn. Rejects with the error of the first step that fails.
 */
export const runSteps = <W extends Written>(steps: readonly Step<W>[], write: W): Promise<void> =>
  new Promise((resolve, reject) => QUEUE.add(new Run(steps, write, resolve, reject)));

class Run<W extends Written> implements Stepwise {
  readonly #steps: readonly Step<W>[];
  readonly #write: W;
  readonly #resolve: () => void;
  readonly #reject: (error: unknown) => void;
  /** Position of the next step. */
  #at = 0;

  constructor(steps: readonly Step<W>[], write: W, resolve: () => void, reject: (error: unknown) => void) {
    this.#steps = steps;
    this.#write = write;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  next(): boolean {
    const { isLarge } = this.#write.context;
    if (this.#at === this.#steps.length) {
      this.#resolve();
      return false;
    }
    if (isLarge) {
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

  #begin(): void | Promise<void> | Steps<void> {
    return (this.#steps[this.#at++] as Step<W>)(this.#write);
  }

  readonly #goOn = (): void => QUEUE.add(this);

  async #inTurns(): Promise<void> {
    const pause = pacer(this.#write.context);
    while (this.#at < this.#steps.length) {
      await pause();
      const result = this.#begin();
      if (result instanceof Promise) await result;
      else if (result !== undefined) await inSteps(result, pause);
    }
  }
}
