import { setImmediate, setTimeout } from "node:timers/promises";
import { ShadowShare } from "./shadow-share.ts";

/** So many requests wait, with so many bytes of bodies: what has been made of a body takes many times its room. */
const MOST = 1_000;
const MOST_BYTES = 4 << 20;
/**
 * So many wait where more come than can be decided, until nothing was left out for some time: the garbage collector moves
 * what waits long, and that costs more than deciding it.
 */
const MOST_WHEN_BUSY = 32;
const BUSY_MS = 2_000;
/** What comes in this time is decided together. */
const TOGETHER_MS = 25;
/** Then everybody else has a turn. */
const SLICE_MS = 1;

/** Work that may wait, and be left out: it never takes more than a small part of the time. */
export class ShadowQueue<T> {
  readonly #work: (item: T, lane: number) => Promise<number>;
  readonly #waiting: { readonly item: T; readonly bytes: number }[] = [];
  readonly #share = new ShadowShare();
  readonly #free: number[];
  readonly #running = new Set<Promise<void>>();
  #bytes = 0;
  readonly #hurry = new AbortController();
  readonly #now: () => number;
  /** When something was left out for the last time. */
  #droppedAt = Number.NEGATIVE_INFINITY;
  /** How many were left out: too many waited. */
  dropped = 0;

  /** `work` gives back the milliseconds that it only waited. `lanes`: so many at a time. */
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
    // The clock is asked only where it matters.
    if (this.#waiting.length < MOST_WHEN_BUSY) return MOST;
    return this.#now() - this.#droppedAt < BUSY_MS ? MOST_WHEN_BUSY : MOST;
  }

  /** Resolves when nothing waits. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Decides what waits without regard to others, for at most so many milliseconds; the rest is left out. */
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
      // Something may have come while it ended.
      if (this.#waiting.length > 0) this.#start(lane);
      else this.#free.push(lane);
    });
    this.#running.add(running);
  }

  async #run(lane: number): Promise<void> {
    // First the answers go out.
    await this.#pause(TOGETHER_MS);
    while (this.#waiting.length > 0) {
      this.#share.spend(await this.#slice(lane));
      if (this.#share.isSpent) await this.#pause(TOGETHER_MS);
      else await setImmediate();
    }
  }

  /** Works until it is others' turn. Milliseconds that it took without those that it only waited. */
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

  /** Unless somebody is in a hurry. */
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
