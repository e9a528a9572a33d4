/** Statistics of a number over a period of time. */
export interface Moments {
  /** Length of the period. */
  readonly seconds: number;
  readonly average: number;
  /** Standard deviation. */
  readonly deviation: number;
  readonly max: number;
}

/** Records the number of wanted seats (k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/integrator.go). */
export class SeatDemand {
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
