/** Subscribers of the request stream. Without subscribers no events are built. */
export class Listeners {
  readonly #waiting = new Set<() => void>();
  readonly #changed: () => void;
  readonly #stayMs: number;
  readonly #togetherMs: number;
  #open = 0;
  #timer: NodeJS.Timeout | undefined;
  #leaving: NodeJS.Timeout | undefined;

  /** True while there are subscribers, and for `stayMs` after the last one left. */
  isHeard = false;

  /**
   * Calls `changed` when the first subscriber arrives, and `stayMs` milliseconds after the last one left.
   * Events within `togetherMs` are sent together, so that a busy server does not write each event separately.
   */
  constructor(changed: () => void, { stayMs, togetherMs }: { stayMs: number; togetherMs: number }) {
    this.#changed = changed;
    this.#stayMs = stayMs;
    this.#togetherMs = togetherMs;
  }

  /** Number of subscribers. */
  get open(): number {
    return this.#open;
  }

  enter(): void {
    clearTimeout(this.#leaving);
    this.#leaving = undefined;
    if (this.#open++ === 0) this.#tell(true);
  }

  leave(): void {
    if (--this.#open > 0) return;
    this.#leaving = setTimeout(() => this.#tell(false), this.#stayMs);
    this.#leaving.unref();
  }

  /** Wakes all subscribers after `togetherMs`. */
  announce(): void {
    if (this.#waiting.size === 0 || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.#wakeAll(), this.#togetherMs);
    this.#timer.unref();
  }

  /** Resolves at the next event, after `milliseconds`, or when `stopped` is aborted. */
  async wait(milliseconds: number, stopped: AbortSignal): Promise<void> {
    if (stopped.aborted) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        stopped.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      timer.unref();
      this.#waiting.add(done);
      stopped.addEventListener("abort", done);
    });
  }

  #tell(isHeard: boolean): void {
    if (this.isHeard === isHeard) return;
    this.isHeard = isHeard;
    this.#changed();
  }

  #wakeAll(): void {
    this.#timer = undefined;
    for (const wake of [...this.#waiting]) wake();
  }
}
