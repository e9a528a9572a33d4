/** More than this in waiting, and the reader is cut off: it resumes from the last revision it saw. */
const LIMIT = 20_000;

/** The same in bytes, for large objects. */
const LIMIT_BYTES = 64 << 20;

/** Who has no more than this in waiting keeps up: nothing is weighed. */
const FEW = 100;

/** So many values at a time at most. */
const BATCH = 100;

const NOTHING: readonly never[] = [];

/** Hands values from a writer that never waits to one reader that may be slow, as many at a time as are waiting. */
export class Queue<T> {
  #items: T[] = [];
  /** What the reader has begun to take: it does not wait any more. */
  #left: readonly T[] = NOTHING;
  #filled = 0;
  /** How many of them count. */
  #pushed = 0;
  #bytes = 0;
  #wake: (() => void) | undefined;
  #ended = false;
  readonly #endings: (() => void)[] = [];
  readonly #weigh: (item: T) => number;
  readonly #soon: (wake: () => void) => void;

  /**
   * `weigh`: bytes of a value; default: nothing weighs anything. `soon`: when the reader is woken for what is pushed;
   * default: at once.
   */
  constructor(weigh: (item: T) => number = () => 0, soon = (wake: () => void): void => wake()) {
    this.#weigh = weigh;
    this.#soon = soon;
  }

  /** Calls back when the queue ends for whatever reason; at once, when it has. */
  whenEnded(ending: () => void): void {
    if (this.#ended) ending();
    else this.#endings.push(ending);
  }

  /** What the reader asked for itself: however much it is, it is not slow. */
  fill(items: readonly T[]): void {
    if (this.#ended || items.length === 0) return;
    this.#filled += items.length;
    for (const item of items) this.#items.push(item);
    this.#wakeReader();
  }

  /** How many values it was filled with so far. They come first, when nothing was pushed before. */
  get filled(): number {
    return this.#filled;
  }

  push(item: T): void {
    if (this.#ended) return;
    this.#items.push(item);
    this.#pushed++;
    if (this.#pushed > FEW) this.#bytes += this.#weigh(item);
    if (this.#pushed > LIMIT || this.#bytes > LIMIT_BYTES) this.end();
    else if (this.#items.length === 1) this.#soon(() => this.#wakeReader());
  }

  /** What is waiting is still read; then the reader is done. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const ending of this.#endings) ending();
    this.#wakeReader();
  }

  /** What is waiting, or what comes next; undefined when the queue has ended and all of it has been taken. */
  async take(): Promise<readonly T[] | undefined> {
    if (this.#left.length === 0) {
      while (this.#items.length === 0) {
        if (this.#ended) return undefined;
        await this.#pushedOrEnded();
      }
      this.#left = this.#all();
    }
    const batch = this.#left;
    this.#left = batch.length > BATCH ? batch.slice(BATCH) : NOTHING;
    return batch.length > BATCH ? batch.slice(0, BATCH) : batch;
  }

  /** The reader takes nothing more. */
  leave(): void {
    this.#left = NOTHING;
    this.#all();
    this.end();
  }

  #pushedOrEnded(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #all(): readonly T[] {
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
