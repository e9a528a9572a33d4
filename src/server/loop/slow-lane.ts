import { FairQueue } from "./fair-queue.ts";

/** The time in milliseconds, and timers. */
export interface Clock {
  now(): number;
  /** Calls a function `ms` milliseconds later; 0 means when the loop has turned. */
  later(act: () => void, ms: number): void;
  /** Total time that the event loop has been idle, in milliseconds. */
  idle(): number;
}

/**
 * Queue of work that takes the event loop for long. While there is ordinary work too, slow work has the time
 * that it leaves, and at least a twelfth of the loop. On an otherwise idle loop it waits for at most one turn
 * of the loop. Clients take turns.
 *
 * The loop also does work that is not charged to a request (TLS, reading and writing sockets, garbage
 * collection). It is attributed to ordinary and slow work in the proportion of their charged times.
 */
export class SlowLane {
  readonly #clock: Clock;
  readonly #waiting = new FairQueue<string, Turn>();
  /** Time from which the next turn can be given, in milliseconds of the clock. */
  #freeAt = 0;
  /** Milliseconds of slow work since the last turn of the loop. */
  #sinceTurnMs = 0;
  #asleep = false;
  /** Time when the current sleep began, and the total idle time of the loop at that time, both in milliseconds. */
  #sleptAt = 0;
  #idleThen = 0;
  /** Recent ordinary work, slow work and idle time, in milliseconds. Each of them decays with `MEMORY_MS`. */
  #ordinaryMs = 0;
  #slowMs = 0;
  #idleMs = MEMORY_MS;
  #idleBefore: number;
  #at: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#at = clock.now();
    this.#idleBefore = clock.idle();
  }

  /** Resolves when work of about `ms` milliseconds may begin. Undefined means now. */
  turn(client: string, ms: number): Promise<void> | undefined {
    if (this.#waiting.length === 0 && this.#isFree()) {
      this.pay(ms);
      return undefined;
    }
    return new Promise((go) => {
      this.#waiting.push(client, { ms, go });
      this.#sleep();
    });
  }

  /** Number of turns that wait. */
  get length(): number {
    return this.#waiting.length;
  }

  /** Number of turns that wait for one client. */
  lengthOf(client: string): number {
    return this.#waiting.lengthOf(client);
  }

  /**
   * Charges slow work that is done or is about to begin. The next turn is delayed, the longer the more
   * ordinary work there is.
   */
  pay(ms: number): void {
    const now = this.#clock.now();
    this.#fade(now);
    this.#slowMs += ms;
    if (this.#sinceTurnMs === 0) this.#clock.later(this.#turned, 0);
    this.#sinceTurnMs += ms;
    const share = this.#shareLeft();
    this.#freeAt = Math.max(this.#freeAt, now) + ms * this.#realPerTold() * (1 / share - 1);
  }

  /** Charges ordinary work. `now` is the time of the clock. */
  ordinary(ms: number, now = this.#clock.now()): void {
    this.#fade(now);
    this.#ordinaryMs += ms;
  }

  /**
   * Share of the loop for slow work: a little less than ordinary work leaves. If ordinary work wants the
   * whole loop, it gets exactly what slow work does not use; a lane that took exactly the rest would then
   * keep its share for ever.
   */
  #shareLeft(): number {
    const others = (this.#ordinaryMs * this.#realPerTold()) / MEMORY_MS;
    return others < IDLE_SHARE ? 1 : Math.max(LEAST_SHARE, 1 - others * MORE_FOR_OTHERS);
  }

  /** Milliseconds of work of the loop for each charged millisecond. */
  #realPerTold(): number {
    const told = this.#ordinaryMs + this.#slowMs;
    return Math.min(MOST_PER_TOLD, Math.max(1, (MEMORY_MS - this.#idleMs) / told));
  }

  #fade(now: number): void {
    if (now - this.#at < FADE_EVERY_MS) return;
    const left = Math.exp((this.#at - now) / MEMORY_MS);
    const idle = this.#clock.idle();
    this.#ordinaryMs *= left;
    this.#slowMs *= left;
    // The time that has passed counts as if its idle time had been spread evenly.
    const idleShare = Math.min(1, (idle - this.#idleBefore) / (now - this.#at));
    this.#idleMs = this.#idleMs * left + idleShare * MEMORY_MS * (1 - left);
    this.#idleBefore = idle;
    this.#at = now;
  }

  #isFree(): boolean {
    return this.#sinceTurnMs < MOST_IN_A_TURN_MS && this.#clock.now() >= this.#freeAt;
  }

  readonly #turned = (): void => {
    this.#sinceTurnMs = 0;
  };

  #sleep(): void {
    if (this.#asleep) return;
    this.#asleep = true;
    this.#sleptAt = this.#clock.now();
    this.#idleThen = this.#clock.idle();
    this.#clock.later(this.#next, Math.min(LOOK_EVERY_MS, Math.max(0, this.#freeAt - this.#sleptAt)));
  }

  /** Ends the delay if the loop is mostly idle: then waiting leaves no time to other work. */
  #wakeWhenIdle(): void {
    const now = this.#clock.now();
    const idleMs = this.#clock.idle() - this.#idleThen;
    if (idleMs >= (now - this.#sleptAt) * MOSTLY && idleMs > 0) this.#freeAt = Math.min(this.#freeAt, now);
  }

  readonly #next = (): void => {
    this.#asleep = false;
    this.#wakeWhenIdle();
    while (this.#waiting.length > 0 && this.#isFree()) this.#letOneGo();
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

/** Share of slow work when ordinary work wants the whole loop. */
const LEAST_SHARE = 0.08;
/** Ordinary work with a smaller share of the loop is not affected by slow work. */
const IDLE_SHARE = 0.05;
const MORE_FOR_OTHERS = 1.15;
/**
 * Maximum of the loop time for each charged millisecond. Cost estimates can be missing or low; unestimated
 * cost is not charged.
 */
const MOST_PER_TOLD = 4;
/** Time constant of the decay of recorded work, in milliseconds. */
const MEMORY_MS = 500;
/**
 * Maximum of slow work in one turn of the loop, in milliseconds, so that a client with requests on many
 * streams cannot hold the loop with all of them.
 */
const MOST_IN_A_TURN_MS = 10;
/** Interval of the checks for an idle loop while turns wait, in milliseconds. */
const LOOK_EVERY_MS = 2;
const MOSTLY = 0.8;
const FADE_EVERY_MS = 10;
