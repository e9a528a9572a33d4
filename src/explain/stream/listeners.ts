/** Who waits for requests. Nobody waits: nothing is done. */
export class Listeners {
  readonly #waiting = new Set<() => void>();
  readonly #changed: () => void;
  readonly #stayMs: number;
  readonly #togetherMs: number;
  #open = 0;
  #timer: NodeJS.Timeout | undefined;
  #leaving: NodeJS.Timeout | undefined;

  /** Somebody listens, or has until a short time ago. */
  isHeard = false;

  /**
   * `changed` is called when the first one comes, and `stayMs` milliseconds after the last one has left. What comes within
   * `togetherMs` goes out together: a busy server does not write an event at a time.
   */
  constructor(changed: () => void, { stayMs, togetherMs }: { stayMs: number; togetherMs: number }) {
    this.#changed = changed;
    this.#stayMs = stayMs;
    this.#togetherMs = togetherMs;
  }

  /** How many there are. */
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

  /** There is something new. */
  announce(): void {
    if (this.#waiting.size === 0 || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.#wakeAll(), this.#togetherMs);
    this.#timer.unref();
  }

  /** Until there is something new, so many milliseconds have passed, or it was told to stop. */
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
