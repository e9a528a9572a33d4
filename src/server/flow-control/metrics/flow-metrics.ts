import { Exposition } from "../../../metrics/exposition.ts";
import type { PriorityLevels } from "../levels/priority-levels.ts";
import type { FlowCounts } from "../queues/flow-counts.ts";
import { flowFamilies } from "./flow-families.ts";
import { levelFamilies } from "./level-families.ts";
import type { RequestGauges } from "./request-gauges.ts";

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
