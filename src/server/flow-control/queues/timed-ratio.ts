import { Histogram } from "../../../metrics/histogram.ts";

/**
 * Distribution over time of a number as a part of another number: each nanosecond counts as one observation
 * (k8s.io/apiserver/pkg/util/flowcontrol/metrics/timing_ratio_histogram.go). Every request changes several
 * ratios, and they are seldom read. So a change only adds to the time of one number, and the ratios are
 * computed when the histogram is read.
 */
export class TimedRatio {
  readonly #histogram: Histogram;
  #value = 0;
  #whole = 1;
  /** Times are in milliseconds of the clock, here and below. */
  #at: number;
  /** Nanoseconds by number that are not in the histogram yet. The numbers are small and whole. */
  readonly #nanos: number[] = [];

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
    this.#count(now);
    this.#whole = whole;
  }

  /** Returns the distribution up to `now`. */
  histogram(now: number): Histogram {
    this.#count(now);
    return this.#histogram;
  }

  #pass(now: number): void {
    const nanos = Math.round((now - this.#at) * 1e6);
    if (nanos <= 0) return;
    const value = this.#value;
    while (this.#nanos.length <= value) this.#nanos.push(0);
    this.#nanos[value]! += nanos;
    this.#at = now;
  }

  #count(now: number): void {
    this.#pass(now);
    for (const [value, nanos] of this.#nanos.entries())
      if (nanos > 0) this.#histogram.observe(value / this.#whole, nanos);
    this.#nanos.length = 0;
  }
}
