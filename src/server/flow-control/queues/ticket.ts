import type { UserInfo } from "../../../api/meta.ts";
import type { RequestInfo } from "../../accept/request-info.ts";
import type { FlowCounts } from "./flow-counts.ts";
import type { RequestQueue } from "./request-queue.ts";

/** What a request takes, as far as it is known before (k8s.io/apiserver/pkg/util/flowcontrol/request/width.go). */
export interface Work {
  /** Seats while it is handled. */
  readonly initialSeats: number;
  /** Seats afterwards, while watchers are told of it. */
  readonly finalSeats: number;
  /** For how long these, in milliseconds. */
  readonly additionalMs: number;
}

/** The work of most requests. */
export const ONE_SEAT: Work = { initialSeats: 1, finalSeats: 0, additionalMs: 0 };

/** A request that comes to a priority level. */
export interface Arrival {
  /** Who asks for what: for people who look. */
  readonly about: { readonly user: UserInfo; readonly info: RequestInfo };
  readonly work: Work;
  readonly counts: FlowCounts;
  /** What sets the flow apart from others of its schema; may be empty. */
  readonly distinguisher: string;
  /** The numbers of the queues that it may wait in. */
  readonly hand: readonly number[];
}

/**
 * Work in millionths of a seat-second. They are whole numbers, so that equal amounts are equal; after half a year under full load
 * they lose precision, nothing else.
 */
export const workOf = (seats: number, ms: number): number => Math.round(seats * ms * 1000);

/** The reference's guess of how long a request takes, in milliseconds (fairqueuing/queueset/queueset.go). */
export const GUESSED_MS = 3;

/** One request in a priority level, from its arrival until its last seat is free. */
export class Ticket {
  readonly arrival: Arrival;
  work: Work;
  /** The most seats that it takes in any phase. */
  seats: number;
  readonly totalWork: number;
  readonly queue: RequestQueue<Ticket> | undefined;
  /** Milliseconds of the clock. */
  readonly arrivedAt: number;
  /** Of the progress meter of the level, when it came. */
  readonly arrivedR: number;
  /** Undefined: it waits. */
  startedAt: number | undefined;
  /** Its place among those that have seats. */
  slot = 0;
  /** Told once whether it may go on; set by who waits. */
  decide: ((mayGo: boolean) => void) | undefined;

  constructor(arrival: Arrival, queue: RequestQueue<Ticket> | undefined, now: number, r: number) {
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

  /** No request takes more seats at its end than there are: it takes them longer instead. */
  narrow(limit: number): void {
    const { initialSeats, finalSeats, additionalMs } = this.work;
    if (finalSeats <= limit) return;
    this.work = { initialSeats, finalSeats: limit, additionalMs: (finalSeats * additionalMs) / limit };
    this.seats = Math.max(initialSeats, limit);
  }
}
