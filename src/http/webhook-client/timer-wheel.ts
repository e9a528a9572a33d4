/** What a wheel calls when its time has come. */
export interface Expiring {
  expire(): void;
}

/** A scheduled expiry; give it back to `cancel`. */
export interface Ticket {
  readonly entry: Expiring;
  readonly tick: number;
}

const TICK_MS = 10;
const SLOTS = 1024;
/** After so many missed ticks this process has stood still. */
const MISSED = 5;

/**
 * Many timeouts on one timer: calls are many and nearly all end before their time. Never early; late by one tick of
 * 10 ms. The timer runs only while something is scheduled, and does not keep the process alive. When the process has stood
 * still, as on a busy machine, it first reads what has come meanwhile: an answer that was in time is not late.
 */
export class TimerWheel {
  readonly #slots: Set<Ticket>[] = Array.from({ length: SLOTS }, () => new Set());
  #size = 0;
  #reached = 0;
  #timer: NodeJS.Timeout | undefined;

  schedule(entry: Expiring, delayMs: number): Ticket {
    const now = performance.now();
    if (this.#timer === undefined) this.#start(now);
    const tick = Math.max(Math.ceil((now + delayMs) / TICK_MS), this.#reached + 1);
    const ticket = { entry, tick };
    this.#slots[tick % SLOTS]?.add(ticket);
    this.#size++;
    return ticket;
  }

  cancel(ticket: Ticket): void {
    // The interval outlives short pauses between calls: it stops at its next turn if nothing came.
    if (this.#slots[ticket.tick % SLOTS]?.delete(ticket) === true) this.#size--;
  }

  #start(now: number): void {
    this.#reached = Math.floor(now / TICK_MS);
    this.#timer = setInterval(() => this.#turn(), TICK_MS);
    this.#timer.unref();
  }

  #turn(): void {
    const target = Math.floor(performance.now() / TICK_MS);
    const missed = target - this.#reached;
    // After a long pause every slot needs to be looked at once, not once per missed round.
    const first = Math.max(this.#reached + 1, target - SLOTS + 1);
    this.#reached = target;
    if (missed > MISSED) setImmediate(() => this.#expireFrom(first, target));
    else this.#expireFrom(first, target);
  }

  #expireFrom(first: number, target: number): void {
    for (let tick = first; tick <= target; tick++) this.#expire(tick % SLOTS, target);
    if (this.#size === 0) this.#stop();
  }

  #expire(slot: number, target: number): void {
    for (const ticket of this.#slots[slot] ?? []) {
      if (ticket.tick > target) continue;
      this.#slots[slot]?.delete(ticket);
      this.#size--;
      expire(ticket.entry);
    }
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/** What one entry throws is not for the others, whose time has come too: it goes to the process by itself. */
function expire(entry: Expiring): void {
  try {
    entry.expire();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
