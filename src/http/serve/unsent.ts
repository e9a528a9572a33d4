import { Line, type Place } from "../../async/line.ts";

/** Bytes that were written to a connection and that the client has not received yet. */
interface Waiting {
  readonly bytes: number;
  readonly since: number;
  readonly until: number;
  readonly cut: () => void;
}

interface UnsentLimits {
  /** Time in which a client has to receive a response, or one piece of a stream, in milliseconds. */
  readonly waitMs: number;
  /** Limit of the waiting bytes of all clients together. */
  readonly bytes: number;
}

/** Shortest time that bytes wait before they are discarded for lack of memory, in milliseconds. */
const GRACE_MS = 1000;

/**
 * Responses that clients have not received yet. A response that waits too long is broken off. If more bytes
 * wait than the limit allows, the largest responses are broken off too (by powers of two; among those of one
 * size, the ones that have waited longest). A client that does not read must not hold memory for ever, nor
 * make a slow client lose a small response.
 */
export class Unsent {
  readonly #limits: UnsentLimits;
  /**
   * Waiting responses by the number of binary digits of their size, each in the order in which they began to
   * wait.
   */
  readonly #waiting = Array.from({ length: 33 }, () => new Line<Waiting>());
  #bytes = 0;
  #sweeping: NodeJS.Timeout | undefined;

  constructor(limits: UnsentLimits) {
    this.#limits = limits;
  }

  /** Time at which a response that begins now has to be complete, on the clock of `performance.now()`. */
  deadline(): number {
    return performance.now() + this.#limits.waitMs;
  }

  /**
   * Counts bytes that begin to wait. Returns a function to call when the client has received them. `cut` ends
   * their exchange.
   */
  add(bytes: number, cut: () => void, until = this.deadline()): () => void {
    const since = performance.now();
    const place = this.#ofSize(bytes).add({ bytes, since, until, cut });
    this.#bytes += bytes;
    if (this.#bytes > this.#limits.bytes) this.#makeRoom(since);
    this.#sweeping ??= setInterval(() => this.#sweep(), this.#sweepEvery()).unref();
    return () => this.#remove(place);
  }

  #remove(place: Place<Waiting>): void {
    const { bytes } = place.item;
    if (this.#ofSize(bytes).remove(place)) this.#bytes -= bytes;
  }

  #ofSize(bytes: number): Line<Waiting> {
    return this.#waiting[32 - Math.clz32(bytes)]!;
  }

  #makeRoom(now: number): void {
    for (let size = this.#waiting.length - 1; size >= 0; size--) {
      for (const place of this.#waiting[size] ?? []) {
        if (this.#bytes <= this.#limits.bytes) return;
        if (place.item.since + GRACE_MS > now) break;
        this.#cut(place);
      }
    }
  }

  #cut(place: Place<Waiting>): void {
    this.#remove(place);
    place.item.cut();
  }

  #sweep(): void {
    const now = performance.now();
    for (const sameSize of this.#waiting)
      for (const place of sameSize) if (place.item.until <= now) this.#cut(place);
    this.#makeRoom(now);
    if (this.#waiting.some(({ size }) => size > 0)) return;
    clearInterval(this.#sweeping);
    this.#sweeping = undefined;
  }

  #sweepEvery(): number {
    return Math.min(5000, Math.max(10, this.#limits.waitMs / 10));
  }
}
