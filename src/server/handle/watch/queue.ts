/** More than this in waiting, and the reader is cut off: it resumes from the last revision it saw. */
const LIMIT = 20_000;

/** The same in bytes, for large objects. */
const LIMIT_BYTES = 64 << 20;

/** Who has no more than this in waiting keeps up: nothing is weighed. */
const FEW = 100;

/** So many values at a time at most. */
const BATCH = 100;

/** Hands values from a writer that never waits to one reader that may be slow, as many at a time as are waiting. */
export class Queue<T> implements AsyncIterable<readonly T[]> {
  #items: T[] = [];
  /** How many of them count. */
  #pushed = 0;
  #bytes = 0;
  #wake: (() => void) | undefined;
  #ended = false;
  readonly #endings: (() => void)[] = [];
  readonly #weigh: (item: T) => number;

  /** `weigh`: bytes of a value. Default: nothing weighs anything. */
  constructor(weigh: (item: T) => number = () => 0) {
    this.#weigh = weigh;
  }

  /** Calls back when the queue ends for whatever reason; at once, when it has. */
  whenEnded(ending: () => void): void {
    if (this.#ended) ending();
    else this.#endings.push(ending);
  }

  /** What the reader asked for itself: however much it is, it is not slow. */
  fill(items: readonly T[]): void {
    if (this.#ended || items.length === 0) return;
    for (const item of items) this.#items.push(item);
    this.#wakeReader();
  }

  push(item: T): void {
    if (this.#ended) return;
    this.#items.push(item);
    this.#pushed++;
    if (this.#pushed > FEW) this.#bytes += this.#weigh(item);
    if (this.#pushed > LIMIT || this.#bytes > LIMIT_BYTES) this.end();
    else this.#wakeReader();
  }

  /** What is waiting is still read; then the reader is done. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const ending of this.#endings) ending();
    this.#wakeReader();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly T[]> {
    try {
      for (;;) {
        const items = this.#take();
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

  #take(): readonly T[] {
    const items = this.#items;
    this.#items = [];
    this.#pushed = 0;
    this.#bytes = 0;
    return items;
  }

  #wakeReader(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }
}
