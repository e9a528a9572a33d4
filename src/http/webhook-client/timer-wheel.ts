import { Line, type Place } from "../../async/line.ts";

/** Entry of a wheel, which calls `expire` at the scheduled time. */
export interface Expiring {
  expire(): void;
}

/** A scheduled expiry; the argument of `cancel`. */
export type Ticket = Place<Scheduled>;

interface Scheduled {
  readonly entry: Expiring;
  readonly tick: number;
}

const TICK_MS = 10;
const SLOTS = 1024;
/** Number of missed ticks from which this process counts as stopped. */
const MISSED = 5;

/**
 * Many timeouts on one timer: there are many calls, and nearly all end before their timeout. A timeout is
 * never early, and late by at most one tick of 10 ms. The timer runs only while an entry is scheduled, and
 * does not keep the process alive. If the process was stopped, as on a busy machine, it first reads the data
 * that came meanwhile: a response that was in time is not late.
 */
export class TimerWheel {
  readonly #slots = Array.from({ length: SLOTS }, () => new Line<Scheduled>());
  #size = 0;
  #reached = 0;
  #timer: NodeJS.Timeout | undefined;

  schedule(entry: Expiring, delayMs: number): Ticket {
    const now = performance.now();
    if (this.#timer === undefined) this.#start(now);
    const tick = Math.max(Math.ceil((now + delayMs) / TICK_MS), this.#reached + 1);
    this.#size++;
    return this.#slot(tick).add({ entry, tick });
  }

  cancel(ticket: Ticket): void {
    // The interval outlives short pauses between calls: it stops at its next turn if no entry came.
    if (this.#slot(ticket.item.tick).remove(ticket)) this.#size--;
  }

  #slot(tick: number): Line<Scheduled> {
    return this.#slots[tick % SLOTS]!;
  }

  #start(now: number): void {
    this.#reached = Math.floor(now / TICK_MS);
    this.#timer = setInterval(() => this.#turn(), TICK_MS);
    this.#timer.unref();
  }

  #turn(): void {
    const target = Math.floor(performance.now() / TICK_MS);
    const missed = target - this.#reached;
    // After a long pause every slot is checked once, not once for each missed round.
    const first = Math.max(this.#reached + 1, target - SLOTS + 1);
    this.#reached = target;
    if (missed > MISSED) setImmediate(() => this.#expireFrom(first, target));
    else this.#expireFrom(first, target);
  }

  #expireFrom(first: number, target: number): void {
    for (let tick = first; tick <= target; tick++) this.#expire(this.#slot(tick), target);
    if (this.#size === 0) this.#stop();
  }

  #expire(slot: Line<Scheduled>, target: number): void {
    for (const ticket of slot) {
      if (ticket.item.tick > target) continue;
      slot.remove(ticket);
      this.#size--;
      expire(ticket.item.entry);
    }
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/**
 * Calls one entry. Its error must not stop the other entries that are due: it is thrown in a microtask of its
 * own.
 */
function expire(entry: Expiring): void {
  try {
    entry.expire();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
