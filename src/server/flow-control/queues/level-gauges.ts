import { TimedRatio } from "./timed-ratio.ts";

/** Statistics of a number over a period of time. */
interface Moments {
  /** Length of the period. */
  readonly seconds: number;
  readonly average: number;
  /** Standard deviation. */
  readonly deviation: number;
  readonly max: number;
}

/** Records the number of wanted seats (k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/integrator.go). */
class SeatDemand {
  #seats = 0;
  #at: number;
  #seconds = 0;
  #sum = 0;
  #squares = 0;
  #max = 0;

  /** Times are in milliseconds of the clock, here and below. */
  constructor(now: number) {
    this.#at = now;
  }

  set(seats: number, now: number): void {
    this.#pass(now);
    this.#seats = seats;
    if (seats > this.#max) this.#max = seats;
  }

  /** Returns the statistics since the last reset, and starts a new period. */
  reset(now: number): Moments {
    this.#pass(now);
    const seconds = this.#seconds;
    const average = seconds > 0 ? this.#sum / seconds : 0;
    const variance = seconds > 0 ? this.#squares / seconds - average * average : 0;
    const moments = { seconds, average, deviation: Math.sqrt(Math.max(0, variance)), max: this.#max };
    this.#seconds = 0;
    this.#sum = 0;
    this.#squares = 0;
    this.#max = this.#seats;
    return moments;
  }

  #pass(now: number): void {
    const seconds = (now - this.#at) / 1000;
    this.#at = now;
    this.#seconds += seconds;
    this.#sum += this.#seats * seconds;
    this.#squares += this.#seats * this.#seats * seconds;
  }
}

/** Current use of a priority level. */
export interface LevelUse {
  readonly executing: number;
  readonly waiting: number;
  readonly seatsInUse: number;
  readonly seatsWaiting: number;
}

const SEATS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1];
const REQUESTS = [0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.25, 0.5, 0.75, 1];
const DEMAND = [0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.7, 2, 2.8, 4, 6];

/** Records the use of a priority level over time (k8s.io/apiserver/pkg/util/flowcontrol/metrics/metrics.go). */
export class LevelGauges {
  readonly demand: SeatDemand;
  /** Wanted seats as a part of the current limit. */
  readonly demandRatio: TimedRatio;
  readonly seats: TimedRatio;
  readonly executing: TimedRatio;
  /** Waiting requests as a part of the capacity of the queues. */
  readonly waiting: TimedRatio;

  constructor(now: number) {
    this.demand = new SeatDemand(now);
    this.demandRatio = new TimedRatio(DEMAND, now);
    this.seats = new TimedRatio(SEATS, now);
    this.executing = new TimedRatio(REQUESTS, now);
    this.waiting = new TimedRatio(REQUESTS, now);
  }

  set({ executing, waiting, seatsInUse, seatsWaiting }: LevelUse, now: number): void {
    const wanted = seatsInUse + seatsWaiting;
    this.demand.set(wanted, now);
    this.demandRatio.set(wanted, now);
    this.seats.set(seatsInUse, now);
    this.executing.set(executing, now);
    this.waiting.set(waiting, now);
  }

  /**
   * Sets the limits that the parts refer to. `seats` is the seat limit of the level, `places` the number of
   * requests that may wait.
   */
  setWhole(seats: number, places: number, now: number): void {
    for (const ratio of [this.demandRatio, this.seats, this.executing]) ratio.setWhole(seats, now);
    this.waiting.setWhole(Math.max(1, places), now);
  }
}
