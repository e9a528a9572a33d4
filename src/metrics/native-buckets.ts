/** Each power of two is divided into 2^SCHEMA buckets, whose bounds grow by 9 % (component-base/metrics/internal/nativehistograms.go). */
const SCHEMA = 3;
const LOWEST_SCHEMA = -4;
const MOST_BUCKETS = 160;
/** Values up to this one count as zero (DefNativeHistogramZeroThreshold of client_golang). */
export const ZERO_THRESHOLD = 2 ** -128;

/** Number of buckets that the array gets at each end when it grows. */
const ROOM = 8;

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
  /** Number of buckets of each power of two: 2^schema. */
  #scale = 2 ** SCHEMA;
  #zeroes = 0;
  /** Counts of adjacent buckets; `#first` is the index of the first one. An array is quicker than a map. */
  #counts = new Float64Array();
  #first = 0;
  #used = 0;

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
    else this.#add(Math.ceil(Math.log2(value) * this.#scale), times);
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
    for (const [at, count] of this.#counts.entries()) {
      if (count === 0) continue;
      const index = this.#first + at;
      const gap = index - next;
      if (spans.length === 0 || gap > 2) spans.push({ offset: gap, length: 0 });
      else for (let i = 0; i < gap; i++) append(0);
      append(count);
      next = index + 1;
    }
    return { spans, deltas };
  }

  #add(index: number, times: number): void {
    let at = index - this.#first;
    if (at < 0 || at >= this.#counts.length) {
      this.#makeRoom(index);
      at = index - this.#first;
    }
    const before = this.#counts[at] ?? 0;
    this.#counts[at] = before + times;
    if (before === 0 && ++this.#used > MOST_BUCKETS && this.#schema > LOWEST_SCHEMA) this.#widen();
  }

  /** Extends the array, so that it has a bucket and some beside it. */
  #makeRoom(index: number): void {
    const old = this.#counts;
    const isEmpty = old.length === 0;
    const first = isEmpty ? index - ROOM : Math.min(this.#first, index - ROOM);
    const end = Math.max(isEmpty ? index : this.#first + old.length, index + ROOM);
    this.#counts = new Float64Array(end - first);
    this.#counts.set(old, isEmpty ? 0 : this.#first - first);
    this.#first = first;
  }

  /** Joins every two buckets. */
  #widen(): void {
    const [before, first] = [this.#counts, this.#first];
    this.#schema--;
    this.#scale /= 2;
    this.#counts = new Float64Array();
    this.#used = 0;
    for (const [at, count] of before.entries()) if (count > 0) this.#add(Math.ceil((first + at) / 2), count);
  }
}
