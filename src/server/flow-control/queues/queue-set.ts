import { FairQueues } from "./fair-queues.ts";
import type { RejectReason } from "./flow-counts.ts";
import type { LevelGauges, LevelUse } from "./level-gauges.ts";
import { type Arrival, type Queue, Ticket } from "./ticket.ts";

/** The time in milliseconds, and timers. */
export interface QueueClock {
  now(): number;
  /** Calls a function `ms` milliseconds later. Returns a function that cancels the call. */
  later(act: () => void, ms: number): () => void;
}

/** Configuration of the queues of a level. */
interface Queuing {
  readonly queues: number;
  readonly handSize: number;
  /** Maximum number of requests that wait in one queue while all seats are taken. */
  readonly lengthLimit: number;
}

/**
 * Treatment of requests that find no free seat: they wait in queues, are refused, or are executed without a
 * seat limit.
 */
export type Overflow = Queuing | "reject" | "exempt";

/**
 * The requests of one priority level: those that have seats, and those that wait for seats
 * (k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset/queueset.go). No request waits while there are
 * enough seats.
 */
export class QueueSet implements LevelUse {
  readonly #clock: QueueClock;
  readonly #gauges: LevelGauges;
  readonly #queues: FairQueues;
  #overflow: Overflow;
  /** Number of seats. */
  #limit = 0;
  /**
   * Requests that have seats, in no order. A request that leaves gives its slot to the last one, which costs
   * each request less than a set.
   */
  readonly #executing: Ticket[] = [];
  #seatsInUse = 0;
  /** Numbers of requests since the start. */
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

  /** Readings of the progress meter in millionths of a seat-second: now, and when the last request began. */
  get meter(): { readonly r: number; readonly last: FairQueues["last"] } {
    return { r: this.#queues.r, last: this.#queues.last };
  }

  /** Queues that have had requests. */
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

  /** Time of the last change, in milliseconds of the clock. */
  get syncedAt(): number {
    return this.#queues.at;
  }

  get isIdle(): boolean {
    return this.waiting === 0 && this.executing === 0;
  }

  /**
   * Takes over a configuration. Waiting requests stay in their queues, also if a queue is no longer dealt.
   * `whole` is the number of seats that the ratios in the metrics refer to.
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

  /**
   * Adds a request. Returns undefined if it is refused. A ticket without `startedAt` waits, and its `decide`
   * is called when the wait is over.
   */
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

  /** Ends the handling of a request. Its final seats are released later. */
  finish(ticket: Ticket): void {
    const now = this.#sync();
    this.#vacate(ticket.slot);
    const tookMs = now - (ticket.startedAt ?? now);
    ticket.arrival.counts.end(ticket.arrival.about.info.verb, tookMs);
    if (ticket.queue !== undefined) this.#queues.finish(ticket, ticket.queue, tookMs);
    if (ticket.work.additionalMs > 0) this.#releaseLater(ticket, now);
    else this.#releaseAndDispatch(ticket, now);
  }

  /** Ends the wait of a cancelled or timed-out request. Does nothing for one that does not wait. */
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

  /**
   * True if there are enough free seats. A request that needs more seats than the limit waits until no other
   * request is executing.
   */
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

  /** Starts the request whose turn it is. Returns false if there is none, or not enough seats for it. */
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
