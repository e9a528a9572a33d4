import type { Sample } from "../../../metrics/exposition.ts";
import type { PriorityLevel } from "../levels/priority-level.ts";
import type { PriorityLevels } from "../levels/priority-levels.ts";
import type { LevelGauges } from "../queues/level-gauges.ts";
import type { TimedRatio } from "../queues/timed-ratio.ts";
import type { FlowFamily } from "./request-gauges.ts";

/** Returns the metrics of each priority level. */
export function levelFamilies(levels: PriorityLevels, now: number): readonly FlowFamily[] {
  const { all, borrowing } = levels;
  const gauge = (name: string, help: string, of: (level: PriorityLevel) => number): FlowFamily => ({
    ...{ name, help, type: "gauge" },
    samples: all.map((level) => ({ labels: labelsOf(level), value: of(level) })),
  });
  return [
    gauge("nominal_limit_seats", "Seats by the share of the level.", ({ limits }) => limits.nominal),
    gauge("lower_limit_seats", "Seats that the level does not lend.", ({ limits }) => limits.lower),
    gauge("upper_limit_seats", "Seats with those that the level may borrow.", ({ limits }) => limits.upper),
    gauge("current_limit_seats", "Seats that the level has now.", (level) => level.currentLimit ?? 0),
    gauge(
      "demand_seats_high_watermark",
      "Most seats wanted in the last period.",
      ({ wanted }) => wanted.highest,
    ),
    gauge(
      "demand_seats_average",
      "Seats wanted on average in the last period.",
      ({ wanted }) => wanted.average,
    ),
    gauge(
      "demand_seats_stdev",
      "Their standard deviation in the last period.",
      ({ wanted }) => wanted.deviation,
    ),
    gauge("demand_seats_smoothed", "Seats wanted, smoothed over periods.", ({ wanted }) => wanted.smoothed),
    gauge(
      "target_seats",
      "Target number of seats of the level.",
      (level) => borrowing.of.get(level)?.target ?? 0,
    ),
    {
      name: "seat_fair_frac",
      help: "Fraction of its target that each level gets if its bounds allow it.",
      type: "gauge",
      samples: [{ labels: {}, value: borrowing.fairFraction }],
    },
    ...meters(all),
    ...ratios(all, now),
  ];
}

const labelsOf = ({ name }: PriorityLevel): Sample["labels"] => ({ priority_level: name });

/** Converts millionths of a seat-second to seat-seconds. */
const seatSeconds = (work: number): number => work / 1e6;

function meters(levels: readonly PriorityLevel[]): readonly FlowFamily[] {
  const gauge = (
    name: string,
    help: string,
    of: readonly PriorityLevel[],
    samplesOf: SamplesOf,
  ): FlowFamily => ({
    ...{ name, help, type: "gauge" },
    samples: of.flatMap((level) =>
      samplesOf(level.queues.meter).map(([more, work]) => ({
        labels: { ...more, ...labelsOf(level) },
        value: seatSeconds(work),
      })),
    ),
  });
  const queued = levels.filter(
    ({ overflow, queues }) => typeof overflow !== "string" && queues.totals.dispatched > 0,
  );
  const bounds = (least: number, most: number) =>
    [
      [{ bound: "min" }, least],
      [{ bound: "max" }, most],
    ] as const;
  return [
    gauge("current_r", "Progress of each queue with requests, in seat-seconds.", levels, ({ r }) => [
      [{}, r],
    ]),
    gauge("dispatch_r", "The same when the last request began.", queued, ({ last }) => [[{}, last.r]]),
    gauge("latest_s", "Virtual start time of that request.", queued, ({ last }) => [[{}, last.s]]),
    gauge(
      "next_s_bounds",
      "Bounds of the virtual start times of the oldest requests in queues.",
      queued,
      ({ last }) => bounds(last.least, last.most),
    ),
    gauge("next_discounted_s_bounds", "The same without the work in progress.", queued, ({ last }) =>
      bounds(last.leastDiscounted, last.mostDiscounted),
    ),
  ];
}

type SamplesOf = (
  meter: PriorityLevel["queues"]["meter"],
) => readonly (readonly [Readonly<Record<string, string>>, number])[];

function ratios(levels: readonly PriorityLevel[], now: number): readonly FlowFamily[] {
  const family = (name: string, help: string, of: (gauges: LevelGauges) => readonly Phase[]): FlowFamily => ({
    ...{ name, help, type: "histogram" },
    samples: levels.flatMap((level) =>
      of(level.gauges).flatMap(([more, ratio]) =>
        ratio.histogram(now).samples({ ...more, ...labelsOf(level) }),
      ),
    ),
  });
  return [
    family("priority_level_seat_utilization", "Used part of the seats, by nanosecond.", (gauges) => [
      [{ phase: "executing" }, gauges.seats],
    ]),
    family(
      "priority_level_request_utilization",
      "Requests as a part of the capacity of the level, by nanosecond.",
      (gauges) => [
        [{ phase: "executing" }, gauges.executing],
        [{ phase: "waiting" }, gauges.waiting],
      ],
    ),
    family("demand_seats", "Seats wanted as a part of those that the level has, by nanosecond.", (gauges) => [
      [{}, gauges.demandRatio],
    ]),
  ];
}

type Phase = readonly [Readonly<Record<string, string>>, TimedRatio];
