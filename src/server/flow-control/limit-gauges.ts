import { type JsonObject, membersOf } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import { Exposition, type Sample } from "../../metrics/exposition.ts";
import type { InFlightLimits } from "../accept/in-flight-limit.ts";
import type { Views } from "../views/views.ts";
import { FLOW_VIEWS } from "./classify.ts";

/** How many requests each priority level may have under way by its share, in Prometheus' text format. */
export function limitGauges(views: Views, { readOnly, mutating }: InFlightLimits): () => string {
  const levels = views.of(FLOW_VIEWS[1]);
  const gauges = new Exposition();
  gauges.add({
    name: "apiserver_flowcontrol_nominal_limit_seats",
    help: "Requests that each priority level may have under way by its share.",
    type: "gauge",
    samples: () => nominalLimits(levels.list(), readOnly + mutating),
  });
  return () => gauges.text();
}

/** As finishQueueSetReconfigsLocked divides them in k8s.io/apiserver/pkg/util/flowcontrol/apf_controller.go. */
function nominalLimits(levels: readonly KubeObject[], total: number): readonly Sample[] {
  const shares = levels.map((level) => ({ name: level.metadata.name ?? "", share: shareOf(level) }));
  const sum = shares.reduce((before, { share }) => before + share, 0);
  return shares.map(({ name, share }) => ({
    labels: { priority_level: name },
    value: sum === 0 ? 0 : Math.ceil((total * share) / sum),
  }));
}

function shareOf({ spec }: KubeObject): number {
  const { limited, exempt } = membersOf<{ limited?: JsonObject; exempt?: JsonObject }>(spec);
  const share = (limited ?? exempt)?.nominalConcurrencyShares;
  return typeof share === "number" ? share : 0;
}
