/** Why a request was not let in (fairqueuing/queueset/queueset.go, AddReject). */
export type RejectReason = "concurrency-limit" | "queue-full" | "time-out";

/** What one flow schema has in one priority level: for metrics. */
export class FlowCounts {
  readonly level: string;
  readonly schema: string;
  waiting = 0;
  waitingSeats = 0;
  executing = 0;
  executingSeats = 0;
  dispatched = 0;
  /** How often its request was the next one, and had to wait for seats nevertheless. */
  notAccommodated = 0;
  readonly rejected = new Map<RejectReason, number>();

  constructor(level: string, schema: string) {
    this.level = level;
    this.schema = schema;
  }

  addWaiting(requests: number, seats: number): void {
    this.waiting += requests;
    this.waitingSeats += seats;
  }

  begin(seats: number): void {
    this.dispatched += 1;
    this.executing += 1;
    this.executingSeats += seats;
  }

  reject(reason: RejectReason): void {
    this.rejected.set(reason, (this.rejected.get(reason) ?? 0) + 1);
  }
}
