import { setImmediate, setTimeout } from "node:timers/promises";

/** So many requests wait, with so many bytes of bodies: what has been made of a body takes many times its room. */
const MOST = 1_000;
const MOST_BYTES = 4 << 20;
/** So much of the time is spent with it, however many requests come. */
const SHARE = 0.04;
/** So many milliseconds may be spent at once after a quiet time. */
const MOST_SAVED_MS = 200;
/** Then everybody else has a turn. */
const SLICE_MS = 1;

/** Work that may wait, and be left out: it never takes more than a small part of the time. */
export class ShadowQueue<T> {
  readonly #work: (item: T, lane: number) => Promise<number>;
  readonly #waiting: { readonly item: T; readonly bytes: number }[] = [];
  readonly #share = new Share();
  readonly #free: number[];
  readonly #running = new Set<Promise<void>>();
  #bytes = 0;
  readonly #hurry = new AbortController();
  /** How many were left out: too many waited. */
  dropped = 0;

  /** `work` gives back the milliseconds that it only waited. `lanes`: so many at a time. */
  constructor(lanes: number, work: (item: T, lane: number) => Promise<number>) {
    this.#work = work;
    this.#free = Array.from({ length: lanes }, (_, lane) => lane);
  }

  get size(): number {
    return this.#waiting.length;
  }

  add(item: T, bytes: number): void {
    if (this.#waiting.length >= MOST || this.#bytes + bytes > MOST_BYTES) {
      this.dropped += 1;
      return;
    }
    this.#bytes += bytes;
    this.#waiting.push({ item, bytes });
    const lane = this.#free.pop();
    if (lane !== undefined) this.#start(lane);
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
      this.#free.push(lane);
    });
    this.#running.add(running);
  }

  async #run(lane: number): Promise<void> {
    // First the answer goes out.
    await setImmediate();
    let since = performance.now();
    for (let next = this.#take(); next !== undefined; next = this.#take()) {
      const began = performance.now();
      const waited = await this.#work(next, lane);
      const now = performance.now();
      this.#share.spend(now - began - waited);
      const pauseMs = this.#share.pauseMs;
      if (pauseMs === 0 && now - since < SLICE_MS) continue;
      await (pauseMs === 0 ? setImmediate() : this.#pause(pauseMs));
      since = performance.now();
    }
  }

  /** Unless somebody is in a hurry. */
  #pause(milliseconds: number): Promise<void> {
    return setTimeout(milliseconds, undefined, { ref: false, signal: this.#hurry.signal }).catch(() => {});
  }

  #take(): T | undefined {
    const next = this.#waiting.shift();
    if (next === undefined) return undefined;
    this.#bytes -= next.bytes;
    return next.item;
  }
}

/** Time that may be spent: it grows as time passes. */
class Share {
  #saved = MOST_SAVED_MS;
  #at = performance.now();

  spend(milliseconds: number): void {
    const now = performance.now();
    this.#saved = Math.min(MOST_SAVED_MS, this.#saved + (now - this.#at) * SHARE) - milliseconds;
    this.#at = now;
  }

  /** Until there is some again. */
  get pauseMs(): number {
    return this.#saved > 0 ? 0 : Math.ceil(-this.#saved / SHARE) + 1;
  }
}
