/**
 * One request at a time. Callers that arrive during a request share the next one, because its answer may be
 * older than their call.
 */
export class Shared<T> {
  readonly #ask: () => Promise<T>;
  #asking: Promise<unknown> = Promise.resolve();
  #next: Promise<T> | undefined;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
  }

  /** The answer to a question that was put after this call. */
  get(): Promise<T> {
    this.#next ??= this.#asking.then(() => {
      this.#next = undefined;
      const asked = this.#ask();
      this.#asking = asked.catch(() => undefined);
      return asked;
    });
    return this.#next;
  }
}
