/** Limit of pending values; beyond it the queue ends, and the client resumes from its last revision. */
const LIMIT = 20_000;

/** Limit of pending bytes, for large objects. */
const LIMIT_BYTES = 64 << 20;

/** Number of pending values up to which their bytes are not counted. */
const FEW = 100;

/** Limit of values per batch. */
const BATCH = 100;

const NOTHING: readonly never[] = [];

/** Part that has to know when its queue ends. */
interface Owner {
  /** Called once, when the queue ends for any reason. */
  ended(): void;
}

/** Schedules the wake-up of a reader. */
interface Waker {
  add(wake: () => void): void;
}

const AT_ONCE: Waker = { add: (wake) => wake() };

/** Passes values from a writer that never waits to one reader that may be slow, in batches of the pending ones. */
export class Queue<T> {
  #items: T[] = [];
  /** Values that the reader has begun to take; they no longer count as pending. */
  #left: readonly T[] = NOTHING;
  #filled = 0;
  /** Number of pending values that count for the limit. */
  #pushed = 0;
  #bytes = 0;
  #wake: (() => void) | undefined;
  #ended = false;
  readonly #owner: Owner | undefined;
  readonly #weigh: (item: T) => number;
  readonly #rounds: Waker;

  /** `owner`: is told when the queue ends. `weigh`: bytes of a value; default: 0. `rounds`: wakes the reader after a push; default: immediately. */
  constructor(owner?: Owner, weigh: (item: T) => number = () => 0, rounds = AT_ONCE) {
    this.#owner = owner;
    this.#weigh = weigh;
    this.#rounds = rounds;
  }

  /** Adds the values that the reader requested itself; they do not count for the limits. */
  fill(items: readonly T[]): void {
    if (this.#ended || items.length === 0) return;
    this.#filled += items.length;
    for (const item of items) this.#items.push(item);
    this.#wakeReader();
  }

  /** Number of values added by `fill` so far. They come first if none was pushed before. */
  get filled(): number {
    return this.#filled;
  }

  push(item: T): void {
    if (this.#ended) return;
    this.#items.push(item);
    this.#pushed++;
    if (this.#pushed > FEW) this.#bytes += this.#weigh(item);
    if (this.#pushed > LIMIT || this.#bytes > LIMIT_BYTES) this.end();
    else if (this.#items.length === 1) this.#rounds.add(() => this.#wakeReader());
  }

  /** Ends the queue: the reader still gets the pending values. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#owner?.ended();
    this.#wakeReader();
  }

  /** Returns the pending values; undefined: there are none now, or none will come. */
  take(): readonly T[] | undefined {
    if (this.#left.length === 0) {
      if (this.#items.length === 0) return undefined;
      this.#left = this.#all();
    }
    const batch = this.#left;
    this.#left = batch.length > BATCH ? batch.slice(BATCH) : NOTHING;
    return batch.length > BATCH ? batch.slice(0, BATCH) : batch;
  }

  /** True after the end: nothing comes any more. */
  get hasEnded(): boolean {
    return this.#ended;
  }

  /** Resolves when there is something to take, or the queue has ended. For one reader, when `take` has returned nothing. */
  change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Ends the queue from the reader's side. */
  leave(): void {
    this.#left = NOTHING;
    this.#all();
    this.end();
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
