/** A request, as far as its queue knows it. */
export interface Waiting {
  readonly totalWork: number;
  readonly seats: number;
  /** Of the progress meter of the level, when it came. */
  readonly arrivedR: number;
}

/** Requests of one or more flows that wait for each other (fairqueuing/queueset/types.go, queue). */
export class RequestQueue<T extends Waiting> {
  readonly index: number;
  /** In the order in which they came. */
  readonly waiting = new Set<T>();
  /** How many of its requests are handled. */
  executing = 0;
  seatsInUse = 0;
  /** At which reading of the progress meter its next request begins, were there a seat for each queue at all times. */
  nextR = 0;
  /** Sums over those that wait. */
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

  /** A queue that could not use its share must not save it up: nothing begins before it came. */
  bound(): void {
    const { oldest } = this;
    if (oldest !== undefined && this.nextR < oldest.arrivedR) this.nextR = oldest.arrivedR;
  }
}
