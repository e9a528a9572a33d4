import { Histogram } from "../../../metrics/histogram.ts";

/**
 * For how long a number was which part of another one: each nanosecond counts as one observation
 * (k8s.io/apiserver/pkg/util/flowcontrol/metrics/timing_ratio_histogram.go).
 */
export class TimedRatio {
  readonly #histogram: Histogram;
  #value = 0;
  #whole = 1;
  /** Milliseconds of the clock, here and below. */
  #at: number;

  constructor(bounds: readonly number[], now: number) {
    this.#histogram = new Histogram(bounds);
    this.#at = now;
  }

  set(value: number, now: number): void {
    if (value === this.#value) return;
    this.#pass(now);
    this.#value = value;
  }

  setWhole(whole: number, now: number): void {
    if (whole === this.#whole) return;
    this.#pass(now);
    this.#whole = whole;
  }

  /** As it is now. */
  histogram(now: number): Histogram {
    this.#pass(now);
    return this.#histogram;
  }

  #pass(now: number): void {
    const nanos = Math.round((now - this.#at) * 1e6);
    if (nanos <= 0) return;
    this.#histogram.observe(this.#value / this.#whole, nanos);
    this.#at = now;
  }
}
