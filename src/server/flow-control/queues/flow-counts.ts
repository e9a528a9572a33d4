import { Histogram } from "../../../metrics/histogram.ts";

/** Reason why a request was refused (fairqueuing/queueset/queueset.go, AddReject). */
export type RejectReason = "concurrency-limit" | "queue-full" | "time-out";

const LENGTHS = [0, 10, 25, 50, 100, 250, 500, 1000];
const SECONDS = [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30];
const WATCHES = [0, 1, 10, 100, 1000, 10_000];
const SEATS = [1, 2, 4, 8, 16, 32, 64, 100];

/** Metrics of one flow schema in one priority level. */
export class FlowCounts {
  readonly level: string;
  readonly schema: string;
  waiting = 0;
  waitingSeats = 0;
  executing = 0;
  executingSeats = 0;
  dispatched = 0;
  /** Number of times that a request had its turn and had to wait for more seats. */
  notAccommodated = 0;
  readonly rejected = new Map<RejectReason, number>();
  /** Length of the queue after each request that entered it. */
  readonly queueLength = new Histogram(LENGTHS);
  /**
   * Waiting times of requests that are not exempt, by whether the request was executed. The reference counts
   * requests that timed out in the queue as executed, too.
   */
  readonly waitSeconds = { true: new Histogram(SECONDS), false: new Histogram(SECONDS) };
  readonly executionSeconds = { regular: new Histogram(SECONDS), watch: new Histogram(SECONDS) };
  /** Number of watches that match each write. */
  readonly watches = new Histogram(WATCHES);
  readonly estimatedSeats = new Histogram(SEATS);

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

  /** Times are in milliseconds, here and below. */
  waited(ms: number): void {
    this.waitSeconds.true.observe(ms / 1000);
  }

  end(verb: string, ms: number): void {
    this.executing -= 1;
    this.executionSeconds[verb === "watch" ? "watch" : "regular"].observe(ms / 1000);
  }

  reject(reason: RejectReason, waitedMs: number): void {
    this.rejected.set(reason, (this.rejected.get(reason) ?? 0) + 1);
    this.waitSeconds[reason === "time-out" ? "true" : "false"].observe(waitedMs / 1000);
  }
}
