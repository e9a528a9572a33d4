/**
 * Interval of the heartbeat, in milliseconds. Time is counted in ticks, not by the clock: a delay of this
 * process must not count as silence of the other side.
 */
export const TICK_MS = 250;

/** Number of ticks without data after which a ping is sent while a call waits for an answer. */
const PROBE_TICKS = 1500 / TICK_MS;
/**
 * Number of ticks between pings without waiting calls. A server with etcd's settings closes connections whose
 * client pings more often than every 5 seconds; two early pings are tolerated.
 */
const KEEPALIVE_TICKS = 5500 / TICK_MS;
const EARLY_PINGS = 2;
const PONG_TICKS = 1500 / TICK_MS;

/** Decides when to ping the other side, and when it is gone. */
export class Heartbeat {
  readonly #ping: () => void;
  #quiet = 0;
  #sincePing = KEEPALIVE_TICKS;
  #early = 0;
  /** Ticks since a ping that has not been answered. */
  #waiting: number | undefined;

  constructor(ping: () => void) {
    this.#ping = ping;
  }

  /** Something came that is no ping. */
  heard(): void {
    this.#quiet = 0;
    this.#early = 0;
  }

  pong(): void {
    this.#quiet = 0;
    this.#waiting = undefined;
  }

  /** Counts one tick. `answers`: number of awaited answers. Returns false if the other side no longer responds. */
  tick(streams: number, answers: number): boolean {
    this.#quiet++;
    this.#sincePing++;
    if (this.#waiting !== undefined) return ++this.#waiting <= PONG_TICKS;
    const wanted =
      (answers > 0 && this.#quiet >= PROBE_TICKS) || (streams > 0 && this.#quiet >= KEEPALIVE_TICKS);
    if (wanted && this.#mayPing()) this.#send();
    return true;
  }

  #mayPing(): boolean {
    if (this.#sincePing >= KEEPALIVE_TICKS) return true;
    return ++this.#early <= EARLY_PINGS;
  }

  #send(): void {
    this.#waiting = 0;
    this.#sincePing = 0;
    this.#ping();
  }
}
