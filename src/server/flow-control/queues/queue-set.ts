import { FairQueues, type Queue } from "./fair-queues.ts";
import type { RejectReason } from "./flow-counts.ts";
import type { LevelGauges, LevelUse } from "./level-gauges.ts";
import { type Arrival, Ticket } from "./ticket.ts";

/** Milliseconds, and what is to be done after some of them. */
export interface QueueClock {
  now(): number;
  /** Answers how to call it off. */
  later(act: () => void, ms: number): () => void;
}

/** How requests wait that find no seat. */
export interface Queuing {
  readonly queues: number;
  readonly handSize: number;
  /** How many may wait in one queue while all seats are taken. */
  readonly lengthLimit: number;
}

/** What becomes of requests that find no seat: they wait in queues, are refused, or are let in all the same. */
export type Overflow = Queuing | "reject" | "exempt";

/**
 * The requests of one priority level: those that have seats, and those that wait for some
 * (k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset/queueset.go). Nobody waits while there are enough seats.
 */
export class QueueSet implements LevelUse {
  readonly #clock: QueueClock;
  readonly #gauges: LevelGauges;
  readonly #queues: FairQueues;
  #overflow: Overflow;
  /** How many seats there are. */
  #limit = 0;
  /** In no order: who leaves gives its slot to the last one. A set would cost every request more. */
  readonly #executing: Ticket[] = [];
  #seatsInUse = 0;
  /** Since the start. */
  readonly totals = { dispatched: 0, rejected: 0, cancelled: 0 };

  constructor(clock: QueueClock, gauges: LevelGauges, overflow: Overflow) {
    this.#clock = clock;
    this.#gauges = gauges;
    this.#overflow = overflow;
    this.#queues = new FairQueues(clock.now());
  }

  get waiting(): number {
    return this.#queues.waiting;
  }

  /** Readings of the progress meter, in millionths of a seat-second: now, and when a request began last. */
  get meter(): { readonly r: number; readonly last: FairQueues["last"] } {
    return { r: this.#queues.r, last: this.#queues.last };
  }

  /** Those that have had requests. */
  get queues(): readonly Queue[] {
    return [...this.#queues.all];
  }

  /** Requests that have seats. */
  get tickets(): readonly Ticket[] {
    return this.#executing;
  }

  get executing(): number {
    return this.#executing.length;
  }

  get seatsInUse(): number {
    return this.#seatsInUse;
  }

  get seatsWaiting(): number {
    return this.#queues.waitingSeats;
  }

  /** Milliseconds of the clock when anything was done last. */
  get syncedAt(): number {
    return this.#queues.at;
  }

  get isIdle(): boolean {
    return this.waiting === 0 && this.executing === 0;
  }

  /**
   * Requests that wait stay in their queues, also in those that are no longer dealt. `whole`: of how many seats metrics
   * tell the parts.
   */
  configure(overflow: Overflow, limit: number, whole = limit): void {
    const now = this.#sync();
    this.#overflow = overflow;
    this.#limit = limit;
    this.#gauges.setWhole(
      whole,
      typeof overflow === "string" ? 1 : overflow.queues * overflow.lengthLimit,
      now,
    );
    this.#dispatch(now);
  }

  /** Undefined: the request is refused. A ticket without `startedAt` waits; its `decide` is called when that is over. */
  start(arrival: Arrival): Ticket | undefined {
    const now = this.#sync();
    const overflow = this.#overflow;
    if (typeof overflow === "string") return this.#startWithoutQueue(arrival, now);
    const queue = this.#queues.queueFor(arrival.hand);
    const ticket = new Ticket(arrival, queue, now, this.#queues.r);
    if (this.waiting === 0 && this.#seatsInUse < this.#limit && this.#hasRoomFor(ticket)) {
      ticket.narrow(this.#limit);
      arrival.counts.queueLength.observe(1);
      this.#queues.enter(ticket, queue);
      this.#begin(ticket, now);
      return ticket;
    }
    if (this.#seatsInUse >= this.#limit && queue.waiting.size >= overflow.lengthLimit)
      return this.#reject(arrival, "queue-full");
    this.#wait(ticket, queue, now);
    return ticket;
  }

  #startWithoutQueue(arrival: Arrival, now: number): Ticket | undefined {
    const ticket = new Ticket(arrival, undefined, now, this.#queues.r);
    if (this.#overflow !== "exempt" && !this.#hasRoomFor(ticket))
      return this.#reject(arrival, "concurrency-limit");
    this.#begin(ticket, now);
    return ticket;
  }

  /** The request has been handled. */
  finish(ticket: Ticket): void {
    const now = this.#sync();
    this.#vacate(ticket.slot);
    const tookMs = now - (ticket.startedAt ?? now);
    ticket.arrival.counts.end(ticket.arrival.about.info.verb, tookMs);
    if (ticket.queue !== undefined) this.#queues.finish(ticket, ticket.queue, tookMs);
    if (ticket.work.additionalMs > 0) this.#releaseLater(ticket, now);
    else this.#releaseAndDispatch(ticket, now);
  }

  /** It has waited for too long, or nobody waits for its answer any more. Of one that does not wait nothing is done. */
  cancel(ticket: Ticket): void {
    const { queue, arrival, seats } = ticket;
    if (queue === undefined || !queue.waiting.has(ticket)) return;
    const now = this.#sync();
    this.#queues.drop(ticket, queue);
    arrival.counts.addWaiting(-1, -seats);
    this.#note(now);
    this.totals.cancelled += 1;
    this.#reject(arrival, "time-out", now - ticket.arrivedAt);
    ticket.decide?.(false);
    this.#dispatch(now);
  }

  #reject({ counts }: Arrival, reason: RejectReason, waitedMs = 0): undefined {
    this.totals.rejected += 1;
    counts.reject(reason, waitedMs);
  }

  #sync(): number {
    const now = this.#clock.now();
    this.#queues.pass(now, Math.min(this.#seatsInUse + this.#queues.waitingSeats, this.#limit));
    return now;
  }

  /** What is wider than all there is waits until it is alone. */
  #hasRoomFor({ seats }: Ticket): boolean {
    return seats > this.#limit ? this.executing === 0 : this.#seatsInUse + seats <= this.#limit;
  }

  #wait(ticket: Ticket, queue: Queue, now: number): void {
    this.#queues.add(ticket, queue);
    ticket.arrival.counts.addWaiting(1, ticket.seats);
    ticket.arrival.counts.queueLength.observe(queue.waiting.size);
    this.#note(now);
    this.#dispatch(now);
  }

  #begin(ticket: Ticket, now: number): void {
    const { seats } = ticket;
    ticket.startedAt = now;
    ticket.slot = this.#executing.push(ticket) - 1;
    this.#seatsInUse += seats;
    this.totals.dispatched += 1;
    ticket.arrival.counts.begin(seats);
    if (this.#overflow !== "exempt") ticket.arrival.counts.waited(now - ticket.arrivedAt);
    this.#note(now);
  }

  #vacate(slot: number): void {
    const last = this.#executing.pop();
    if (last === undefined || last.slot === slot) return;
    this.#executing[slot] = last;
    last.slot = slot;
  }

  #releaseLater(ticket: Ticket, now: number): void {
    this.#note(now);
    this.#clock.later(() => this.#releaseAndDispatch(ticket, this.#sync()), ticket.work.additionalMs);
  }

  #releaseAndDispatch(ticket: Ticket, now: number): void {
    const { queue, seats, arrival } = ticket;
    this.#seatsInUse -= seats;
    arrival.counts.executingSeats -= seats;
    if (queue !== undefined) this.#queues.release(ticket, queue, this.#queuesWanted);
    this.#note(now);
    this.#dispatch(now);
  }

  #note(now: number): void {
    this.#gauges.set(this, now);
  }

  get #queuesWanted(): number {
    return typeof this.#overflow === "string" ? 0 : this.#overflow.queues;
  }

  #dispatch(now: number): void {
    while (this.waiting > 0 && this.#seatsInUse < this.#limit && this.#dispatchOne(now));
  }

  /** Whether there was room for the request whose turn it is. */
  #dispatchOne(now: number): boolean {
    const ticket = this.#queues.next();
    if (ticket?.queue === undefined) return false;
    if (!this.#hasRoomFor(ticket)) {
      ticket.arrival.counts.notAccommodated += 1;
      return false;
    }
    ticket.arrival.counts.addWaiting(-1, -ticket.seats);
    this.#queues.leave(ticket, ticket.queue, this.#limit);
    this.#begin(ticket, now);
    ticket.decide?.(true);
    return true;
  }
}
