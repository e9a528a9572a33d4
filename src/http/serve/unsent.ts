/** What has been given to a connection and has not got through yet. */
interface Waiting {
  readonly bytes: number;
  readonly since: number;
  readonly until: number;
  readonly cut: () => void;
}

export interface UnsentLimits {
  /** How long a client may take for an answer, or for a piece of a stream, in milliseconds. */
  readonly waitMs: number;
  /** How much may wait for all clients together. */
  readonly bytes: number;
}

/** Nobody is cut off sooner, in milliseconds, however much is waiting. */
const GRACE_MS = 1000;

/**
 * Answers that clients have not taken yet. Who takes too long is cut off; when more is waiting than memory has room for, so
 * are the greatest answers (by powers of two, and among those of one size the ones that have waited longest): a client
 * that does not read must not hold what it has asked for, nor be the reason why a slow one loses a small answer.
 */
export class Unsent {
  readonly #limits: UnsentLimits;
  /** By the number of binary digits of their size, each in the order in which they began to wait. */
  readonly #waiting = Array.from({ length: 33 }, () => new Set<Waiting>());
  #bytes = 0;
  #sweeping: NodeJS.Timeout | undefined;

  constructor(limits: UnsentLimits) {
    this.#limits = limits;
  }

  /** When an answer that begins now has to be over. */
  deadline(): number {
    return performance.now() + this.#limits.waitMs;
  }

  /** Told that bytes wait; answers a function to call when they are through. `cut` ends their exchange. */
  add(bytes: number, cut: () => void, until = this.deadline()): () => void {
    const waiting = { bytes, since: performance.now(), until, cut };
    this.#ofSize(bytes).add(waiting);
    this.#bytes += bytes;
    if (this.#bytes > this.#limits.bytes) this.#makeRoom(waiting.since);
    this.#sweeping ??= setInterval(() => this.#sweep(), this.#sweepEvery()).unref();
    return () => this.#remove(waiting);
  }

  #remove(waiting: Waiting): void {
    if (this.#ofSize(waiting.bytes).delete(waiting)) this.#bytes -= waiting.bytes;
  }

  #ofSize(bytes: number): Set<Waiting> {
    return this.#waiting[32 - Math.clz32(bytes)]!;
  }

  #makeRoom(now: number): void {
    for (let size = this.#waiting.length - 1; size >= 0; size--) {
      for (const waiting of this.#waiting[size] ?? []) {
        if (this.#bytes <= this.#limits.bytes) return;
        if (waiting.since + GRACE_MS > now) break;
        this.#cut(waiting);
      }
    }
  }

  #cut(waiting: Waiting): void {
    this.#remove(waiting);
    waiting.cut();
  }

  #sweep(): void {
    const now = performance.now();
    for (const sameSize of this.#waiting)
      for (const waiting of sameSize) if (waiting.until <= now) this.#cut(waiting);
    this.#makeRoom(now);
    if (this.#waiting.some(({ size }) => size > 0)) return;
    clearInterval(this.#sweeping);
    this.#sweeping = undefined;
  }

  #sweepEvery(): number {
    return Math.min(5000, Math.max(10, this.#limits.waitMs / 10));
  }
}
