import { RequestQueue } from "./request-queue.ts";
import { GUESSED_MS, type Ticket, workOf } from "./ticket.ts";

/** Readings of the progress meter when a request begins, for metrics. Over all queues in which somebody waits: the bounds. */
interface Dispatched {
  r: number;
  /** When it should have begun. */
  s: number;
  least: number;
  most: number;
  /** Less the work that is under way. */
  leastDiscounted: number;
  mostDiscounted: number;
}

/** Of one level. */
export type Queue = RequestQueue<Ticket>;

/**
 * The queues of one priority level. Whose turn it is says virtual time: each queue with requests gets the same share of the seats,
 * whatever the number and the length of its requests (k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset/doc.go).
 */
export class FairQueues {
  readonly #queues = new Map<number, Queue>();
  /** Those in which somebody waits. */
  readonly #crowded = new Set<Queue>();
  /** How many queues have requests. */
  #active = 0;
  /** How many requests have looked for a queue. */
  #dealt = 0;
  /** The queue whose turn it was last. */
  #robin = 0;
  /** The progress meter: work that each queue could have had done so far. */
  #r = 0;
  /** Milliseconds of the clock: until then the meter has gone on. */
  at: number;
  waiting = 0;
  waitingSeats = 0;
  /** Of the request that began last. */
  readonly last: Dispatched = { r: 0, s: 0, least: 0, most: 0, leastDiscounted: 0, mostDiscounted: 0 };

  constructor(now: number) {
    this.at = now;
  }

  /** Those that have had requests. */
  get all(): Iterable<Queue> {
    return this.#queues.values();
  }

  /** Millionths of a seat-second. */
  get r(): number {
    return this.#r;
  }

  /** So many seats were in use, or asked for, until now. */
  pass(now: number, seats: number): void {
    if (this.#active > 0) this.#r += workOf(seats / this.#active, now - this.at);
    this.at = now;
  }

  /** The one of the hand with the least work; of equal ones another each time. */
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
      queue = new RequestQueue<Ticket>(index);
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

  /** One that nobody waits for any more. */
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

  /** A request has its seats, without having waited. */
  enter(ticket: Ticket, queue: Queue): void {
    this.#wake(queue);
    this.#forgetBounds();
    this.#addBounds(queue);
    this.#begin(ticket, queue);
  }

  /** The same for one that has waited, where there are so many seats. */
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

  /** It took more or less than was guessed. */
  finish({ work }: Ticket, queue: Queue, tookMs: number): void {
    queue.executing -= 1;
    queue.nextR += workOf(work.initialSeats, tookMs - GUESSED_MS);
    queue.bound();
    if (queue.isIdle) this.#active -= 1;
  }

  /** Its last seats are free. `dealt`: how many queues there are to be. */
  release({ seats }: Ticket, queue: Queue, dealt: number): void {
    queue.seatsInUse -= seats;
    if (queue.index >= dealt && queue.isIdle && queue.seatsInUse === 0) this.#queues.delete(queue.index);
  }

  #wake(queue: Queue): void {
    if (!queue.isIdle) return;
    queue.nextR = this.#r;
    this.#active += 1;
  }

  /** Whose oldest request would be done first in virtual time; of equal ones the first after the one whose turn it was. */
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

  /** Round robin: those up to the last one come after those behind it. */
  #isBefore(a: Queue, b: Queue): boolean {
    const aIsLate = a.index <= this.#robin;
    const bIsLate = b.index <= this.#robin;
    return aIsLate === bIsLate ? a.index < b.index : bIsLate;
  }
}
