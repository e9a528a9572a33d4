/** The parts of a request that a queue uses. */
export interface Waiting {
  readonly totalWork: number;
  readonly seats: number;
  /** Reading of the level's progress meter when the request arrived. */
  readonly arrivedR: number;
}

/** A queue of requests of one or more flows (fairqueuing/queueset/types.go, queue). */
export class RequestQueue<T extends Waiting> {
  readonly index: number;
  /** Waiting requests in the order of their arrival. */
  readonly waiting = new Set<T>();
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

  get oldest(): T | undefined {
    return this.waiting.values().next().value;
  }

  add(ticket: T): void {
    this.waiting.add(ticket);
    this.waitingWork += ticket.totalWork;
    this.waitingSeats += ticket.seats;
  }

  remove(ticket: T): void {
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
