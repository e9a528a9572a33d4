/** More than this in waiting, and the reader is cut off: it resumes from the last revision it saw. */
const LIMIT = 20_000;

/** So many values at a time at most. */
const BATCH = 100;

/** Hands values from a writer that never waits to one reader that may be slow, as many at a time as are waiting. */
export class Queue<T> implements AsyncIterable<readonly T[]> {
  #items: T[] = [];
  #wake: (() => void) | undefined;
  #ended = false;
  readonly #onEnd: () => void;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  push(item: T): void {
    if (this.#ended) return;
    this.#items.push(item);
    if (this.#items.length > LIMIT) this.end();
    else this.#wakeReader();
  }

  /** What is waiting is still read; then the reader is done. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onEnd();
    this.#wakeReader();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly T[]> {
    try {
      for (;;) {
        const items = this.#items;
        this.#items = [];
        for (let i = 0; i < items.length; i += BATCH) yield items.slice(i, i + BATCH);
        if (this.#items.length > 0) continue;
        if (this.#ended) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      this.#items = [];
      this.end();
    }
  }

  #wakeReader(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }
}
