/** Runs actions in the order of their arrival, even if some of them must wait for a webhook. */
export class InOrder {
  #last: Promise<void> | undefined;
  readonly #fail: (error: unknown) => void;

  /** `fail` receives the first error of an action; all later actions are dropped. */
  constructor(fail: (error: unknown) => void) {
    this.#fail = fail;
  }

  /** Runs the action immediately if none is pending; otherwise in its turn, after `ready`. */
  add(ready: () => Promise<void> | undefined, act: () => void): void {
    const waiting = this.#last === undefined ? ready() : this.#last.then(ready);
    if (waiting === undefined) act();
    else this.#wait(waiting.then(act));
  }

  #wait(work: Promise<void>): void {
    const last = work.then(
      () => {
        if (this.#last === last) this.#last = undefined;
      },
      (error: unknown) => {
        this.#fail(error);
        return new Promise<void>(() => {});
      },
    );
    this.#last = last;
  }
}
