import { Exposition } from "../../../metrics/exposition.ts";
import type { Histogram } from "../../../metrics/histogram.ts";
import type { PriorityLevels } from "../levels/priority-levels.ts";
import type { FlowCounts } from "../queues/flow-counts.ts";
import { levelFamilies } from "./level-families.ts";
import type { FlowFamily, RequestGauges } from "./request-gauges.ts";

const PREFIX = "apiserver_flowcontrol_";

interface FlowMetricsSource {
  readonly levels: PriorityLevels;
  readonly counts: Iterable<FlowCounts>;
  readonly requests: RequestGauges;
}

/**
 * Returns the metrics of priority and fairness
 * (k8s.io/apiserver/pkg/util/flowcontrol/metrics/metrics.go). `now`: milliseconds of the clock of the levels.
 */
export function flowMetrics({ levels, counts, requests }: FlowMetricsSource, now: number): Exposition {
  const exposition = new Exposition();
  const families = [...flowFamilies([...counts]), ...levelFamilies(levels, now), requests.family(now)];
  for (const { name, samples, ...rest } of families)
    if (samples.length > 0) exposition.add({ ...rest, name: `${PREFIX}${name}`, samples: () => samples });
  return exposition;
}

type Labels = Readonly<Record<string, string>>;

const labelsOf = ({ level, schema }: FlowCounts): Labels => ({ flow_schema: schema, priority_level: level });

/** Returns the metrics of each flow schema in each priority level. */
function flowFamilies(all: readonly FlowCounts[]): readonly FlowFamily[] {
  const used = all.filter(({ dispatched, waiting, rejected }) => dispatched + waiting + rejected.size > 0);
  const queued = used.filter(({ queueLength }) => !queueLength.isEmpty);
  const one = (
    type: "counter" | "gauge",
    flows: readonly FlowCounts[],
    name: string,
    help: string,
    of: (flow: FlowCounts) => number,
  ): FlowFamily => ({
    ...{ name, help, type },
    samples: flows.map((flow) => ({ labels: labelsOf(flow), value: of(flow) })),
  });
  return [
    rejections(used),
    one("counter", used, "dispatched_requests_total", "Requests that began.", (flow) => flow.dispatched),
    one("gauge", queued, "current_inqueue_requests", "Requests that wait in queues.", (flow) => flow.waiting),
    one(
      "gauge",
      queued,
      "current_inqueue_seats",
      "Seats for requests in queues.",
      (flow) => flow.waitingSeats,
    ),
    one(
      "gauge",
      used,
      "current_executing_requests",
      "Executing requests; watches until they have begun.",
      (flow) => flow.executing,
    ),
    one("gauge", used, "current_executing_seats", "Seats in use.", (flow) => flow.executingSeats),
    one(
      "counter",
      used.filter(({ notAccommodated }) => notAccommodated > 0),
      "request_dispatch_no_accommodation_total",
      "Number of times that the next request had to wait for seats.",
      (flow) => flow.notAccommodated,
    ),
    ...histograms(used),
  ];
}

const rejections = (flows: readonly FlowCounts[]): FlowFamily => ({
  name: "rejected_requests_total",
  help: "Rejected requests, by reason.",
  type: "counter",
  samples: flows.flatMap((flow) =>
    [...flow.rejected].map(([reason, value]) => ({ labels: { ...labelsOf(flow), reason }, value })),
  ),
});

type Seen = readonly [Histogram, Labels];

function histograms(flows: readonly FlowCounts[]): readonly FlowFamily[] {
  const family = (name: string, help: string, seenIn: (flow: FlowCounts) => readonly Seen[]): FlowFamily => ({
    ...{ name, help, type: "histogram" },
    samples: flows
      .flatMap(seenIn)
      .flatMap(([histogram, labels]) => (histogram.isEmpty ? [] : histogram.samples(labels))),
  });
  const plain = (of: (flow: FlowCounts) => Histogram) => (flow: FlowCounts) =>
    [[of(flow), labelsOf(flow)]] as const;
  return [
    family(
      "request_queue_length_after_enqueue",
      "Requests in a queue after a request has entered it.",
      plain((flow) => flow.queueLength),
    ),
    family("request_wait_duration_seconds", "Time that requests waited in queues.", (flow) => [
      [flow.waitSeconds.true, { execute: "true", ...labelsOf(flow) }],
      [flow.waitSeconds.false, { execute: "false", ...labelsOf(flow) }],
    ]),
    family("request_execution_seconds", "Time that requests had seats.", (flow) => [
      [flow.executionSeconds.regular, { ...labelsOf(flow), type: "regular" }],
      [flow.executionSeconds.watch, { ...labelsOf(flow), type: "watch" }],
    ]),
    family(
      "watch_count_samples",
      "Watches that match a write.",
      plain((flow) => flow.watches),
    ),
    family(
      "work_estimated_seats",
      "Maximum number of seats of a request.",
      plain((flow) => flow.estimatedSeats),
    ),
  ];
}
