import type { Family, Sample } from "../../../metrics/exposition.ts";
import { TimedRatio } from "../queues/timed-ratio.ts";

const PARTS = [0, 0.001, 0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1];

/** A metric. Its name has no prefix; all of them have the same one. */
export type FlowFamily = Omit<Family, "samples"> & { readonly samples: readonly Sample[] };

/** Phases of a request: before it gets a seat, and after. */
export type Phase = "waiting" | "executing";

/**
 * Numbers of reads and writes of all levels that wait or are in progress
 * (apiserver/pkg/server/filters/maxinflight.go, requestWatermark).
 */
export class RequestGauges {
  readonly #series: Readonly<Record<Phase, Readonly<Record<"readOnly" | "mutating", Series>>>>;

  constructor(now: number) {
    const series = (): Series => ({ count: 0, ratio: new TimedRatio(PARTS, now) });
    const both = () => ({ readOnly: series(), mutating: series() });
    this.#series = { waiting: both(), executing: both() };
  }

  /** Times are in milliseconds of the clock, here and below. */
  add(phase: Phase, isRead: boolean, change: number, now: number): void {
    const series = this.#series[phase][isRead ? "readOnly" : "mutating"];
    series.count += change;
    series.ratio.set(series.count, now);
  }

  /** Sets the maximum number of requests in a phase. */
  setWhole(phase: Phase, requests: number, now: number): void {
    for (const { ratio } of Object.values(this.#series[phase])) ratio.setWhole(Math.max(1, requests), now);
  }

  family(now: number): FlowFamily {
    return {
      name: "read_vs_write_current_requests",
      help: "Reads and writes as a part of the capacity of all levels, by nanosecond.",
      type: "histogram",
      samples: Object.entries(this.#series).flatMap(([phase, kinds]) =>
        Object.entries(kinds).flatMap(([request_kind, { ratio }]) =>
          ratio.histogram(now).samples({ phase, request_kind }),
        ),
      ),
    };
  }
}

interface Series {
  count: number;
  readonly ratio: TimedRatio;
}
