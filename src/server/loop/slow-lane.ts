import { FairQueue } from "./fair-queue.ts";

/**
 * Where work waits that takes the event loop for long. While others work too, it has what they leave, at least a tenth;
 * a loop with nothing else to do makes nobody wait. Clients take turns.
 */
export class SlowLane {
  readonly #now: () => number;
  readonly #wake: (act: () => void, ms: number) => void;
  readonly #waiting = new FairQueue<string, Turn>();
  /** Of the time when the next one may go on. */
  #freeAt = 0;
  #asleep = false;
  /** Milliseconds of ordinary work, of which each counts less as time goes by. */
  #ordinaryMs = 0;
  #at = 0;

  /** `now`: milliseconds; `wake`: calls a function so many milliseconds later. */
  constructor(now: () => number, wake: (act: () => void, ms: number) => void) {
    this.#now = now;
    this.#wake = wake;
  }

  /** Resolves when work may begin that will take about so many milliseconds; undefined: now. */
  turn(client: string, ms: number): Promise<void> | undefined {
    if (this.#waiting.length === 0 && this.#now() >= this.#freeAt) {
      this.pay(ms);
      return undefined;
    }
    return new Promise((go) => {
      this.#waiting.push(client, { ms, go });
      this.#sleep();
    });
  }

  /** How many wait. */
  get length(): number {
    return this.#waiting.length;
  }

  /** How many wait for one client. */
  lengthOf(client: string): number {
    return this.#waiting.lengthOf(client);
  }

  /** So much slow work was done, or is about to be: whoever comes next waits for it, the longer the more others do. */
  pay(ms: number): void {
    const share = this.#shareLeft();
    this.#freeAt = Math.max(this.#freeAt, this.#now()) + (ms * (1 - share)) / share;
  }

  /** So much ordinary work was done. `now`: as the clock has it. */
  ordinary(ms: number, now = this.#now()): void {
    this.#fade(now);
    this.#ordinaryMs += ms;
  }

  #shareLeft(): number {
    this.#fade(this.#now());
    const share = this.#ordinaryMs / MEMORY_MS;
    return share < IDLE_SHARE ? 1 : Math.max(LEAST_SHARE, 1 - share);
  }

  #fade(now: number): void {
    if (now - this.#at < FADE_EVERY_MS) return;
    this.#ordinaryMs *= Math.exp((this.#at - now) / MEMORY_MS);
    this.#at = now;
  }

  #sleep(): void {
    if (this.#asleep) return;
    this.#asleep = true;
    this.#wake(this.#next, Math.max(1, this.#freeAt - this.#now()));
  }

  readonly #next = (): void => {
    this.#asleep = false;
    if (this.#now() >= this.#freeAt) this.#letOneGo();
    if (this.#waiting.length > 0) this.#sleep();
  };

  #letOneGo(): void {
    const turn = this.#waiting.shift();
    if (turn === undefined) return;
    this.pay(turn.ms);
    turn.go();
  }
}

interface Turn {
  readonly ms: number;
  readonly go: () => void;
}

/** What slow work has when all of the loop is wanted. */
const LEAST_SHARE = 0.08;
/** Whoever uses less than that of the loop does not notice others. */
const IDLE_SHARE = 0.05;
/** How far back ordinary work counts. */
const MEMORY_MS = 500;
const FADE_EVERY_MS = 10;
