import { FairQueue } from "./fair-queue.ts";

/** Milliseconds, and what is to be done after some of them. */
export interface Clock {
  now(): number;
  /** Calls a function so many milliseconds later; 0: when the loop has turned. */
  later(act: () => void, ms: number): void;
  /** For how long the event loop has had nothing to do so far. */
  idle(): number;
}

/**
 * Where work waits that takes the event loop for long. While others work too, it has what they leave, at least a twelfth;
 * a loop with nothing else to do makes nobody wait for longer than until it has turned. Clients take turns.
 *
 * What the loop does besides the work that is told (TLS, reading and writing sockets, garbage collection) belongs to
 * ordinary and slow work alike, in the proportion of what is known of them.
 */
export class SlowLane {
  readonly #clock: Clock;
  readonly #waiting = new FairQueue<string, Turn>();
  /** Of the time when the next one may go on. */
  #freeAt = 0;
  /** Milliseconds of slow work since the loop turned last. */
  #sinceTurnMs = 0;
  #asleep = false;
  /** When the one that sleeps fell asleep, and for how long the loop had had nothing to do by then. */
  #sleptAt = 0;
  #idleThen = 0;
  /** Milliseconds, of which each counts less as time goes by: of ordinary and slow work, and without any work. */
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

  /** Resolves when work may begin that will take about so many milliseconds; undefined: now. */
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

  /** How many wait. */
  get length(): number {
    return this.#waiting.length;
  }

  /** How many wait for one client. */
  lengthOf(client: string): number {
    return this.#waiting.lengthOf(client);
  }

  /** So much slow work was done, or is about to be: anyone who comes next waits for it, the longer the more others do. */
  pay(ms: number): void {
    const now = this.#clock.now();
    this.#fade(now);
    this.#slowMs += ms;
    if (this.#sinceTurnMs === 0) this.#clock.later(this.#turned, 0);
    this.#sinceTurnMs += ms;
    const share = this.#shareLeft();
    this.#freeAt = Math.max(this.#freeAt, now) + ms * this.#realPerTold() * (1 / share - 1);
  }

  /** So much ordinary work was done. `now`: as the clock has it. */
  ordinary(ms: number, now = this.#clock.now()): void {
    this.#fade(now);
    this.#ordinaryMs += ms;
  }

  /**
   * A little less than what others leave: where they want all of the loop, what they have is all that slow work does not
   * take, and a lane that takes exactly the rest would keep what it once had.
   */
  #shareLeft(): number {
    const others = (this.#ordinaryMs * this.#realPerTold()) / MEMORY_MS;
    return others < IDLE_SHARE ? 1 : Math.max(LEAST_SHARE, 1 - others * MORE_FOR_OTHERS);
  }

  /** How many milliseconds the loop works for one that is told. */
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
    // The time that has passed counts as if it had been idle evenly.
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

  /** While all that there is to do waits here, nobody is helped by waiting. */
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

/** What slow work has when all of the loop is wanted. */
const LEAST_SHARE = 0.08;
/** Anyone who uses less than that of the loop does not notice others. */
const IDLE_SHARE = 0.05;
const MORE_FOR_OTHERS = 1.15;
/** What is told may be little, or not yet told: then the rest is not its work. */
const MOST_PER_TOLD = 4;
/** How far back work counts. */
const MEMORY_MS = 500;
/** One that asks for more at once, over as many streams as it likes, must not hold the loop with all of it. */
const MOST_IN_A_TURN_MS = 10;
/** How often it is looked whether the loop has anything else to do, while somebody waits. */
const LOOK_EVERY_MS = 2;
const MOSTLY = 0.8;
const FADE_EVERY_MS = 10;
