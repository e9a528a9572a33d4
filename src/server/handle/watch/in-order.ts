/** What has to reach a reader in the order in which it came about, though some of it must wait for a webhook. */
export class InOrder {
  #last: Promise<void> | undefined;
  readonly #fail: (error: unknown) => void;

  /** `fail`: what an action threw, once; everything after it is dropped. */
  constructor(fail: (error: unknown) => void) {
    this.#fail = fail;
  }

  /** Acts at once, when nothing is waited for; else when its turn comes, and what it needs is `ready`. */
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
