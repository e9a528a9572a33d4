import { setImmediate, setTimeout } from "node:timers/promises";
import { ShadowShare } from "./shadow-share.ts";

/**
 * Limits of the queue: number of requests, and bytes of their bodies. A parsed body uses many times this
 * memory.
 */
const MOST = 1_000;
const MOST_BYTES = 4 << 20;
/**
 * Limit of the queue after requests were left out because too many arrived, until BUSY_MS have passed without
 * this. The garbage collector moves requests that wait long, and that takes longer than deciding them.
 */
const MOST_WHEN_BUSY = 32;
const BUSY_MS = 2_000;
/** Requests within this time are decided together. */
const TOGETHER_MS = 25;
/** Longest work in one turn of the event loop, in milliseconds. */
const SLICE_MS = 1;

/** A queue for work that can be delayed or left out: it uses only a small part of the time. */
export class ShadowQueue<T> {
  readonly #work: (item: T, lane: number) => Promise<number>;
  readonly #waiting: { readonly item: T; readonly bytes: number }[] = [];
  readonly #share = new ShadowShare();
  readonly #free: number[];
  readonly #running = new Set<Promise<void>>();
  #bytes = 0;
  readonly #hurry = new AbortController();
  readonly #now: () => number;
  /** Time at which an item was last left out. */
  #droppedAt = Number.NEGATIVE_INFINITY;
  /** Number of items that were left out because the queue was full. */
  dropped = 0;

  /**
   * `work` returns the milliseconds that it only waited. `lanes` is the number of items that are processed at
   * a time.
   */
  constructor(
    lanes: number,
    work: (item: T, lane: number) => Promise<number>,
    now: () => number = () => performance.now(),
  ) {
    this.#work = work;
    this.#now = now;
    this.#free = Array.from({ length: lanes }, (_, lane) => lane);
  }

  get size(): number {
    return this.#waiting.length;
  }

  add(item: T, bytes: number): void {
    if (this.#waiting.length >= this.#most || this.#bytes + bytes > MOST_BYTES) {
      this.dropped += 1;
      this.#droppedAt = this.#now();
      return;
    }
    this.#bytes += bytes;
    this.#waiting.push({ item, bytes });
    const lane = this.#free.pop();
    if (lane !== undefined) this.#start(lane);
  }

  get #most(): number {
    // The clock is read only if it matters.
    if (this.#waiting.length < MOST_WHEN_BUSY) return MOST;
    return this.#now() - this.#droppedAt < BUSY_MS ? MOST_WHEN_BUSY : MOST;
  }

  /** Resolves when the queue is empty. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Processes the queue without pauses, for at most this number of milliseconds; the rest is left out. */
  async finish(milliseconds: number): Promise<void> {
    this.#hurry.abort();
    const timer = new AbortController();
    const late = setTimeout(milliseconds, undefined, { signal: timer.signal, ref: false }).then(
      () => this.#leaveOut(),
      () => {},
    );
    while (this.#running.size > 0) await Promise.race([late, Promise.all(this.#running)]);
    timer.abort();
  }

  #leaveOut(): void {
    this.dropped += this.#waiting.length;
    this.#waiting.length = 0;
    this.#bytes = 0;
    this.#running.clear();
  }

  #start(lane: number): void {
    const running = this.#run(lane).finally(() => {
      this.#running.delete(running);
      // An item may have been added meanwhile.
      if (this.#waiting.length > 0) this.#start(lane);
      else this.#free.push(lane);
    });
    this.#running.add(running);
  }

  async #run(lane: number): Promise<void> {
    // The responses are sent first.
    await this.#pause(TOGETHER_MS);
    while (this.#waiting.length > 0) {
      this.#share.spend(await this.#slice(lane));
      if (this.#share.isSpent) await this.#pause(TOGETHER_MS);
      else await setImmediate();
    }
  }

  /** Works for one turn. Returns its duration in milliseconds, without the time that it only waited. */
  async #slice(lane: number): Promise<number> {
    const began = performance.now();
    let waited = 0;
    if (this.#share.isSpent && !this.#hurry.signal.aborted) return 0;
    for (;;) {
      const next = this.#take();
      if (next === undefined) break;
      waited += await this.#work(next, lane);
      if (performance.now() - began - waited >= SLICE_MS) break;
    }
    return performance.now() - began - waited;
  }

  /** Waits, unless `finish` was called. */
  #pause(milliseconds: number): Promise<void> {
    if (this.#hurry.signal.aborted) return setImmediate();
    return setTimeout(milliseconds, undefined, { ref: false, signal: this.#hurry.signal }).catch(() => {});
  }

  #take(): T | undefined {
    const next = this.#waiting.shift();
    if (next === undefined) return undefined;
    this.#bytes -= next.bytes;
    return next.item;
  }
}
