import type { UserInfo } from "../../../api/meta.ts";
import type { RequestInfo } from "../../accept/request-info.ts";
import type { FlowCounts } from "./flow-counts.ts";

/** Estimated work of a request (k8s.io/apiserver/pkg/util/flowcontrol/request/width.go). */
export interface Work {
  /** Seats while the request is handled. */
  readonly initialSeats: number;
  /** Seats after the response, while watches receive its event. */
  readonly finalSeats: number;
  /** Time that the final seats are used, in milliseconds. */
  readonly additionalMs: number;
}

/** The work of most requests. */
export const ONE_SEAT: Work = { initialSeats: 1, finalSeats: 0, additionalMs: 0 };

/** A request that arrives at a priority level. */
export interface Arrival {
  /** User and target of the request, for debug tables. */
  readonly about: { readonly user: UserInfo; readonly info: RequestInfo };
  readonly work: Work;
  readonly counts: FlowCounts;
  /** Text that distinguishes the flow from other flows of its schema; may be empty. */
  readonly distinguisher: string;
  /** The indexes of the queues that the request may wait in. */
  readonly hand: readonly number[];
}

/**
 * Returns work in millionths of a seat-second. The numbers are whole, so that equal amounts are equal. After
 * half a year under full load they lose precision; there is no other effect.
 */
export const workOf = (seats: number, ms: number): number => Math.round(seats * ms * 1000);

/** The reference's estimate of the duration of a request, in milliseconds (fairqueuing/queueset/queueset.go). */
export const GUESSED_MS = 3;

/** One request in a priority level, from its arrival until its last seat is free. */
export class Ticket {
  readonly arrival: Arrival;
  work: Work;
  /** The maximum number of seats over its phases. */
  seats: number;
  readonly totalWork: number;
  readonly queue: Queue | undefined;
  /** Time of the arrival, in milliseconds of the clock. */
  readonly arrivedAt: number;
  /** Reading of the level's progress meter when the request arrived. */
  readonly arrivedR: number;
  /** Time when the request began, in milliseconds of the clock. Undefined while it waits. */
  startedAt: number | undefined;
  /** Index of the ticket among those that have seats. */
  slot = 0;
  /** Set by the waiting caller: called once at the end of the wait. `mayGo` is false after a refusal. */
  decide: ((mayGo: boolean) => void) | undefined;

  constructor(arrival: Arrival, queue: Queue | undefined, now: number, r: number) {
    const { work } = arrival;
    this.arrival = arrival;
    this.work = work;
    this.seats = Math.max(work.initialSeats, work.finalSeats);
    this.totalWork = workOf(work.initialSeats, GUESSED_MS) + workOf(work.finalSeats, work.additionalMs);
    this.queue = queue;
    this.arrivedAt = now;
    this.arrivedR = r;
    this.startedAt = undefined;
    this.decide = undefined;
  }

  /** Limits the final seats to the seats of the level. The request then uses them longer. */
  narrow(limit: number): void {
    const { initialSeats, finalSeats, additionalMs } = this.work;
    if (finalSeats <= limit) return;
    this.work = { initialSeats, finalSeats: limit, additionalMs: (finalSeats * additionalMs) / limit };
    this.seats = Math.max(initialSeats, limit);
  }
}

/** A queue of requests of one or more flows (fairqueuing/queueset/types.go, queue). */
export class Queue {
  readonly index: number;
  /** Waiting requests in the order of their arrival. */
  readonly waiting = new Set<Ticket>();
  /** Number of requests of this queue that are executing. */
  executing = 0;
  seatsInUse = 0;
  /** Reading of the progress meter at which the next request would begin if each queue always had a seat. */
  nextR = 0;
  /** Sums over the waiting requests. */
  waitingWork = 0;
  waitingSeats = 0;

  constructor(index: number) {
    this.index = index;
  }

  get isIdle(): boolean {
    return this.waiting.size === 0 && this.executing === 0;
  }

  get oldest(): Ticket | undefined {
    return this.waiting.values().next().value;
  }

  add(ticket: Ticket): void {
    this.waiting.add(ticket);
    this.waitingWork += ticket.totalWork;
    this.waitingSeats += ticket.seats;
  }

  remove(ticket: Ticket): void {
    this.waiting.delete(ticket);
    this.waitingWork -= ticket.totalWork;
    this.waitingSeats -= ticket.seats;
  }

  /** Prevents that a queue saves up the share that it did not use: a request cannot begin before its arrival. */
  bound(): void {
    const { oldest } = this;
    if (oldest !== undefined && this.nextR < oldest.arrivedR) this.nextR = oldest.arrivedR;
  }
}
