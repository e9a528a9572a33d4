import { settled } from "../../../api/pending.ts";

/** What has to reach a reader in the order in which it came about, though some of it must wait for a webhook. */
export class InOrder {
  #last: Promise<void> | undefined;
  readonly #fail: (error: unknown) => void;

  /** `fail`: what could not be made, once; everything after it is dropped. */
  constructor(fail: (error: unknown) => void) {
    this.#fail = fail;
  }

  /** At once, when nothing is waited for; else when its turn comes. */
  add<T>(make: () => T, use: (value: Awaited<T>) => void): void {
    if (this.#last !== undefined) {
      this.#wait(this.#last.then(() => settled(make)).then((value) => use(value as Awaited<T>)));
      return;
    }
    const made = settled(make);
    if (made instanceof Promise) this.#wait(made.then(use));
    else use(made as Awaited<T>);
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
