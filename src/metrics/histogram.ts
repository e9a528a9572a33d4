import { formatFloat } from "../go/float.ts";
import type { Sample } from "./exposition.ts";
import { NativeBuckets } from "./native-buckets.ts";

/** Counts of values by upper bounds, which are in ascending order. */
export class Histogram {
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  readonly #native = new NativeBuckets();
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = new Array<number>(bounds.length + 1).fill(0);
  }

  /** `times`: number of occurrences of the value. */
  observe(value: number, times = 1): void {
    let i = 0;
    while (value > (this.#bounds[i] ?? Number.POSITIVE_INFINITY)) i++;
    this.#counts[i] = (this.#counts[i] ?? 0) + times;
    this.#sum += value * times;
    this.#native.observe(value, times);
  }

  get isEmpty(): boolean {
    return this.#counts.every((count) => count === 0);
  }

  samples(labels: Sample["labels"]): Sample[] {
    let total = 0;
    const buckets = this.#counts.map((count, i) => {
      total += count;
      const bound = this.#bounds[i];
      const le = bound === undefined ? "+Inf" : formatFloat(bound);
      return { labels: { ...labels, le }, value: total, suffix: "_bucket" };
    });
    return [
      ...buckets,
      { labels, value: this.#sum, suffix: "_sum" },
      { labels, value: total, suffix: "_count", native: this.#native },
    ];
  }
}
