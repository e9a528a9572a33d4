/** Counted in ticks, not by the clock: when this process has been held up, nobody else is to blame. */
export const TICK_MS = 250;

/** An answer is waited for, and nothing comes: is anybody there? */
const PROBE_TICKS = 1500 / TICK_MS;
/** Who gets pings more often than every 5 seconds hangs up, as etcd is set up; two too early are forgiven. */
const KEEPALIVE_TICKS = 5500 / TICK_MS;
const EARLY_PINGS = 2;
const PONG_TICKS = 1500 / TICK_MS;

/** Decides when to ping the other side, and when it is gone. */
export class Heartbeat {
  readonly #ping: () => void;
  #quiet = 0;
  #sincePing = KEEPALIVE_TICKS;
  #early = 0;
  /** Since a ping that has not come back. */
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

  /** One tick more; `answers`: some are waited for. False: nobody is there any more. */
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
