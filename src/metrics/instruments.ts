import { ownCopy } from "../async/remembered.ts";
import type { Exposition, Family, Sample } from "./exposition.ts";
import { Histogram } from "./histogram.ts";

/**
 * Labels of a series. One instrument always has the same names in the same order; they are printed sorted by
 * name, as in the reference.
 */
export type Labels = Readonly<Record<string, string>>;
/** Adds or observes a value with these labels. */
export type Observe = (labels: Labels, value: number) => void;

interface InstrumentOptions {
  readonly exposition: Exposition;
  readonly name: string;
  readonly help: string;
}

interface Series<T> {
  readonly labels: Labels;
  readonly state: T;
}

/** A tree of series: one level for each label, by its value. */
interface Branch<T> {
  readonly next: Map<string, Branch<T>>;
  series: Series<T> | undefined;
}

const branch = <T>(): Branch<T> => ({ next: new Map(), series: undefined });

/**
 * Largest number of series of an instrument. Series of deleted objects (a webhook, a kind) stay, as in the
 * reference. At this number the instrument begins with no series again, as after a restart of the process.
 */
const MOST_SERIES = 10_000;

/** A metric whose values are parts of the states of series; several metrics can share one state. */
export interface SeriesFamily<T> extends Omit<Family, "samples"> {
  /** Returns the values of one series. */
  samples(labels: Labels, state: T): Iterable<Sample>;
}

/**
 * Adds metrics that have their values under the same labels. Returns the function that finds the state of the series of some
 * labels, or makes it: one lookup for all the metrics, without a new string or object.
 */
export function createSeries<T>(
  exposition: Exposition,
  make: () => T,
  families: readonly SeriesFamily<T>[],
): (labels: Labels) => T {
  const root = branch<T>();
  const all: Series<T>[] = [];
  for (const { name, help, type, samples } of families)
    exposition.add({
      ...{ name, help, type },
      samples: function* () {
        for (const { labels, state } of all) yield* samples(labels, state);
      },
    });
  const add = (at: Branch<T>, labels: Labels): Series<T> => {
    const series = { labels: byName(labels), state: make() };
    all.push(series);
    at.series = series;
    return series;
  };
  const stateOf = (labels: Labels): T => {
    let at = root;
    for (const label in labels) at = below(at, labels[label] ?? "");
    if (at.series !== undefined) return at.series.state;
    if (all.length < MOST_SERIES) return add(at, labels).state;
    root.next.clear();
    all.length = 0;
    return stateOf(labels);
  };
  return stateOf;
}

const createInstrument = <T>(
  { exposition, name, help }: InstrumentOptions,
  type: Family["type"],
  make: () => T,
  samples: (labels: Labels, state: T) => Iterable<Sample>,
): ((labels: Labels) => T) => createSeries(exposition, make, [{ name, help, type, samples }]);

function below<T>(at: Branch<T>, value: string): Branch<T> {
  let next = at.next.get(value);
  if (next === undefined) {
    next = branch();
    at.next.set(ownCopy(value), next);
  }
  return next;
}

/** Copies the label values, because they can be parts of a long path that would stay in memory. */
const byName = (labels: Labels): Labels =>
  Object.fromEntries(
    Object.entries(labels)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, ownCopy(value)]),
  );

/** Creates a counter. Observed values are added to it. */
export const createCounter = (options: InstrumentOptions): Observe => createSum(options, "counter");

/** Creates a gauge. Observed values are added to it, and can be negative. */
export const createGauge = (options: InstrumentOptions): Observe => createSum(options, "gauge");

function createSum(options: InstrumentOptions, type: "counter" | "gauge"): Observe {
  const stateOf = createInstrument(
    options,
    type,
    () => ({ value: 0 }),
    (labels, { value }) => [{ labels, value }],
  );
  return (labels, value) => {
    stateOf(labels).value += value;
  };
}

/** Creates a histogram: counts of values by upper bounds, which are in ascending order. */
export function createHistogram(options: InstrumentOptions, bounds: readonly number[]): Observe {
  const histogramOf = createHistograms(options, bounds);
  return (labels, value) => histogramOf(labels).observe(value);
}

/** The same for callers that keep the histogram of some labels. It is shown from its first value on. */
export const createHistograms = (
  options: InstrumentOptions,
  bounds: readonly number[],
): ((labels: Labels) => Histogram) =>
  createInstrument(
    options,
    "histogram",
    () => new Histogram(bounds),
    (labels, histogram) => (histogram.isEmpty ? [] : histogram.samples(labels)),
  );

/** Logarithmic step of the scale, 2 %. Values within one step count as equal. */
const STEP = Math.log(1.02);
const SMALLEST = 1e-7;
const STEPS = 1200;

interface Window {
  readonly counts: Uint32Array;
  total: number;
}

interface SummaryState {
  /** The newest first. */
  readonly recent: Window[];
  endsAt: number;
  sum: number;
  count: number;
}

/**
 * Creates a summary: quantiles of the last `windows` periods of `windowMs` milliseconds each, with an
 * accuracy of 2 %; count and sum since the start.
 */
export function createSummary(
  options: InstrumentOptions,
  {
    quantiles,
    windows,
    windowMs,
  }: { readonly quantiles: readonly number[]; readonly windows: number; readonly windowMs: number },
): Observe {
  const makeState = (): SummaryState => ({ recent: [], endsAt: 0, sum: 0, count: 0 });
  const turn = (state: SummaryState): void => {
    const now = performance.now();
    if (state.endsAt > now) return;
    const passed =
      state.endsAt === 0 ? 1 : Math.min(windows, 1 + Math.floor((now - state.endsAt) / windowMs));
    for (let i = 0; i < passed; i++) state.recent.unshift({ counts: new Uint32Array(STEPS), total: 0 });
    state.recent.length = Math.min(state.recent.length, windows);
    state.endsAt = now + windowMs;
  };
  const stateOf = createInstrument(options, "summary", makeState, (labels, state) => {
    turn(state);
    const at = quantiles.map((quantile) => ({
      labels: { ...labels, quantile },
      value: quantileOf(state.recent, quantile),
    }));
    return [
      ...at,
      { labels, value: state.sum, suffix: "_sum" },
      { labels, value: state.count, suffix: "_count" },
    ];
  });
  return (labels, value) => {
    const state = stateOf(labels);
    turn(state);
    const [window] = state.recent;
    if (window === undefined) return;
    const step = Math.min(STEPS - 1, Math.max(0, Math.ceil(Math.log(value / SMALLEST) / STEP)));
    window.counts[step] = (window.counts[step] ?? 0) + 1;
    window.total++;
    state.sum += value;
    state.count++;
  };
}

function quantileOf(recent: readonly Window[], quantile: number): number {
  const wanted = quantile * recent.reduce((sum, { total }) => sum + total, 0);
  if (wanted === 0) return 0;
  let seen = 0;
  for (let step = 0; step < STEPS; step++) {
    for (const { counts } of recent) seen += counts[step] ?? 0;
    if (seen >= wanted) return SMALLEST * Math.exp((step - 0.5) * STEP);
  }
  return 0;
}
