import { Exposition } from "../../metrics/exposition.ts";
import type { PriorityLevels } from "./levels/priority-levels.ts";

/** How many seats each priority level has by its share, in Prometheus' text format. */
export function limitGauges(levels: PriorityLevels): string {
  const gauges = new Exposition();
  gauges.add({
    name: "apiserver_flowcontrol_nominal_limit_seats",
    help: "Requests that each priority level may have under way by its share.",
    type: "gauge",
    samples: () =>
      levels.all.map(({ name, limits }) => ({ labels: { priority_level: name }, value: limits.nominal })),
  });
  return gauges.text();
}
