import { GUESSED_MS, Queue, type Ticket, workOf } from "./ticket.ts";

/**
 * Readings of the progress meter when a request began, for metrics. `least` and `most` are the bounds over
 * all queues with waiting requests.
 */
interface Dispatched {
  r: number;
  /** Virtual start time of the request. */
  s: number;
  least: number;
  most: number;
  /** The same bounds without the work in progress. */
  leastDiscounted: number;
  mostDiscounted: number;
}

/**
 * The queues of one priority level. Virtual time determines whose turn it is: each queue with requests gets
 * the same share of the seats, regardless of the number and the duration of its requests
 * (k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset/doc.go).
 */
export class FairQueues {
  readonly #queues = new Map<number, Queue>();
  /** Queues with waiting requests. */
  readonly #crowded = new Set<Queue>();
  /** Number of queues with requests. */
  #active = 0;
  /** Number of requests that have looked for a queue. */
  #dealt = 0;
  /** Index of the queue that had the last turn. */
  #robin = 0;
  /** The progress meter: work that each active queue could have done so far. */
  #r = 0;
  /** Time up to which the meter has advanced, in milliseconds of the clock. */
  at: number;
  waiting = 0;
  waitingSeats = 0;
  /** Readings for the request that began last. */
  readonly last: Dispatched = { r: 0, s: 0, least: 0, most: 0, leastDiscounted: 0, mostDiscounted: 0 };

  constructor(now: number) {
    this.at = now;
  }

  /** Queues that have had requests. */
  get all(): Iterable<Queue> {
    return this.#queues.values();
  }

  /** Reading of the progress meter in millionths of a seat-second. */
  get r(): number {
    return this.#r;
  }

  /** Advances the meter. `seats` is the number of seats that were in use or wanted until now. */
  pass(now: number, seats: number): void {
    if (this.#active > 0) this.#r += workOf(seats / this.#active, now - this.at);
    this.at = now;
  }

  /** Returns the queue of the hand with the least waiting work. The choice between equal ones rotates. */
  queueFor(hand: readonly number[]): Queue {
    const offset = this.#dealt++ % hand.length;
    let best = this.queue(hand[offset] ?? 0);
    for (let i = 1; i < hand.length && best.waitingWork > 0; i++) {
      const queue = this.queue(hand[(offset + i) % hand.length] ?? 0);
      if (queue.waitingWork < best.waitingWork) best = queue;
    }
    return best;
  }

  queue(index: number): Queue {
    let queue = this.#queues.get(index);
    if (queue === undefined) {
      queue = new Queue(index);
      this.#queues.set(index, queue);
    }
    return queue;
  }

  add(ticket: Ticket, queue: Queue): void {
    this.#wake(queue);
    queue.add(ticket);
    queue.bound();
    this.#crowded.add(queue);
    this.waiting += 1;
    this.waitingSeats += ticket.seats;
  }

  /** Removes a request that waits and was cancelled or has timed out. */
  drop(ticket: Ticket, queue: Queue): void {
    this.#remove(ticket, queue);
    queue.bound();
    if (queue.isIdle) this.#active -= 1;
  }

  #remove(ticket: Ticket, queue: Queue): void {
    queue.remove(ticket);
    if (queue.waiting.size === 0) this.#crowded.delete(queue);
    this.waiting -= 1;
    this.waitingSeats -= ticket.seats;
  }

  /** Records a request that gets its seats without waiting. */
  enter(ticket: Ticket, queue: Queue): void {
    this.#wake(queue);
    this.#forgetBounds();
    this.#addBounds(queue);
    this.#begin(ticket, queue);
  }

  /** Records a request that gets its seats after waiting. `limit` is the number of seats of the level. */
  leave(ticket: Ticket, queue: Queue, limit: number): void {
    this.#remove(ticket, queue);
    ticket.narrow(limit);
    this.#begin(ticket, queue);
    queue.bound();
  }

  #forgetBounds(): void {
    const { last } = this;
    last.least = Number.POSITIVE_INFINITY;
    last.most = 0;
    last.leastDiscounted = Number.POSITIVE_INFINITY;
    last.mostDiscounted = 0;
  }

  #addBounds({ nextR, seatsInUse }: Queue): void {
    const { last } = this;
    const discounted = nextR - workOf(seatsInUse, GUESSED_MS);
    if (nextR < last.least) last.least = nextR;
    if (nextR > last.most) last.most = nextR;
    if (discounted < last.leastDiscounted) last.leastDiscounted = discounted;
    if (discounted > last.mostDiscounted) last.mostDiscounted = discounted;
  }

  #begin({ totalWork, seats }: Ticket, queue: Queue): void {
    this.last.r = this.#r;
    this.last.s = queue.nextR;
    this.#robin = queue.index;
    queue.executing += 1;
    queue.seatsInUse += seats;
    queue.nextR += totalWork;
  }

  /** Records the end of a request, and corrects the virtual time by the difference from the guessed duration. */
  finish({ work }: Ticket, queue: Queue, tookMs: number): void {
    queue.executing -= 1;
    queue.nextR += workOf(work.initialSeats, tookMs - GUESSED_MS);
    queue.bound();
    if (queue.isIdle) this.#active -= 1;
  }

  /** Releases the seats of a request. An idle queue beyond the `dealt` configured ones is deleted. */
  release({ seats }: Ticket, queue: Queue, dealt: number): void {
    queue.seatsInUse -= seats;
    if (queue.index >= dealt && queue.isIdle && queue.seatsInUse === 0) this.#queues.delete(queue.index);
  }

  #wake(queue: Queue): void {
    if (!queue.isIdle) return;
    queue.nextR = this.#r;
    this.#active += 1;
  }

  /**
   * Returns the oldest request of the queue where it would be complete first in virtual time. If several are
   * equal, the first queue after the one with the last turn is taken.
   */
  next(): Ticket | undefined {
    let best: Queue | undefined;
    let bestR = Number.POSITIVE_INFINITY;
    this.#forgetBounds();
    for (const queue of this.#crowded) {
      this.#addBounds(queue);
      const doneR = queue.nextR + (queue.oldest?.totalWork ?? 0);
      if (doneR > bestR || (doneR === bestR && best !== undefined && !this.#isBefore(queue, best))) continue;
      best = queue;
      bestR = doneR;
    }
    return best?.oldest;
  }

  /**
   * True if queue `a` is before `b` in round robin: queues up to the one with the last turn come after the
   * others.
   */
  #isBefore(a: Queue, b: Queue): boolean {
    const aIsLate = a.index <= this.#robin;
    const bIsLate = b.index <= this.#robin;
    return aIsLate === bIsLate ? a.index < b.index : bIsLate;
  }
}
