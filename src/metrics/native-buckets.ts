/** Each power of two is divided into 2^SCHEMA buckets, whose bounds grow by 9 % (component-base/metrics/internal/nativehistograms.go). */
const SCHEMA = 3;
const LOWEST_SCHEMA = -4;
const MOST_BUCKETS = 160;
/** Values up to this one count as zero (DefNativeHistogramZeroThreshold of client_golang). */
export const ZERO_THRESHOLD = 2 ** -128;

/** A run of adjacent buckets. `offset`: number of empty buckets since the end of the run before; for the first run, its index. */
export interface BucketSpan {
  readonly offset: number;
  readonly length: number;
}

/**
 * Counts of values in the buckets of a native histogram: bucket `i` has the values up to 2^(i / 2^schema). Values are never
 * negative (prometheus/client_golang, histogram.go).
 */
export class NativeBuckets {
  #schema = SCHEMA;
  #zeroes = 0;
  #counts = new Map<number, number>();

  /** Resolution of the buckets. It becomes lower if there are too many. */
  get schema(): number {
    return this.#schema;
  }

  /** Number of values that count as zero. */
  get zeroes(): number {
    return this.#zeroes;
  }

  /** `times`: number of occurrences of the value. */
  observe(value: number, times: number): void {
    if (!(value > ZERO_THRESHOLD)) this.#zeroes += times;
    else this.#add(Math.ceil(Math.log2(value) * 2 ** this.#schema), times);
  }

  /** Returns the runs of buckets, and the difference of each count to the one before. Gaps of two buckets belong to a run. */
  spans(): { readonly spans: readonly BucketSpan[]; readonly deltas: readonly number[] } {
    const spans: { offset: number; length: number }[] = [];
    const deltas: number[] = [];
    let before = 0;
    let next = 0;
    const append = (count: number): void => {
      const span = spans.at(-1);
      if (span !== undefined) span.length++;
      deltas.push(count - before);
      before = count;
    };
    for (const [index, count] of [...this.#counts].sort(([a], [b]) => a - b)) {
      const gap = index - next;
      if (spans.length === 0 || gap > 2) spans.push({ offset: gap, length: 0 });
      else for (let i = 0; i < gap; i++) append(0);
      append(count);
      next = index + 1;
    }
    return { spans, deltas };
  }

  #add(index: number, times: number): void {
    this.#counts.set(index, (this.#counts.get(index) ?? 0) + times);
    if (this.#counts.size > MOST_BUCKETS && this.#schema > LOWEST_SCHEMA) this.#widen();
  }

  /** Joins every two buckets. */
  #widen(): void {
    const before = this.#counts;
    this.#schema--;
    this.#counts = new Map();
    for (const [index, count] of before) this.#add(Math.ceil(index / 2), count);
  }
}
