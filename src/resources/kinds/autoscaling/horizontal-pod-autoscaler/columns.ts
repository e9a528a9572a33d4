import type { KubeObject } from "../../../../api/meta.ts";
import { isJsonObject, type JsonObject } from "../../../../json/value.ts";
import { at, items, someOf, text } from "../../../define/cell.ts";

/** `spec.minReplicas`; `<unset>` if it is absent. */
export function leastReplicas(object: KubeObject): string {
  const least = at(object, "spec.minReplicas");
  return typeof least === "number" ? String(least) : "<unset>";
}

const MAX_METRICS = 2;

/** Current and wanted values of the first metrics: `cpu: 5%/50%`. */
export function formatMetrics(object: KubeObject): string {
  const metrics = items(object, "spec.metrics");
  // The object of a bookmark has no name, and none of the fields that autoscaling/v1 fills in.
  if (metrics.length === 0 || object.metadata.name === undefined) return "<none>";
  const statuses = items(object, "status.currentMetrics");
  const shown = metrics.map((metric, i) => formatMetric(metric, statuses[i]));
  return someOf(shown, MAX_METRICS, shown.length - MAX_METRICS, ", ");
}

/** Members that contain the source of a metric, by type of the metric. */
const MEMBERS: ReadonlyMap<string, string> = new Map([
  ["External", "external"],
  ["Pods", "pods"],
  ["Object", "object"],
  ["Resource", "resource"],
  ["ContainerResource", "containerResource"],
]);

function formatMetric(metric: JsonObject, status: JsonObject | undefined): string {
  const member = MEMBERS.get(text(metric, "type"));
  if (member === undefined) return "<unknown type>";
  const target = at(metric, `${member}.target`);
  const current = at(status, `${member}.current`);
  const wanted = isJsonObject(target) ? target : {};
  const known = isJsonObject(current) ? current : undefined;
  if (member === "resource" || member === "containerResource")
    return `${text(metric, `${member}.name`)}: ${resourceTarget(wanted, known)}`;
  if (member === "pods") return `${amount(known, "averageValue")}/${text(wanted, "averageValue", "<nil>")}`;
  if (wanted.averageValue === undefined) return `${amount(known, "value")}/${text(wanted, "value", "<nil>")}`;
  const average = known?.averageValue === undefined ? "<unknown>" : text(known, "averageValue");
  return `${average}/${text(wanted, "averageValue")} (avg)`;
}

/** Returns a value of a metric; if it is absent in the status, the text that Go prints for nil. */
const amount = (current: JsonObject | undefined, name: string): string =>
  current === undefined ? "<unknown>" : text(current, name, "<nil>");

function resourceTarget(target: JsonObject, current: JsonObject | undefined): string {
  if (target.averageValue !== undefined)
    return `${amount(current, "averageValue")}/${text(target, "averageValue")}`;
  const percent = (from: JsonObject | undefined, absent: string): string =>
    typeof from?.averageUtilization === "number" ? `${from.averageUtilization}%` : absent;
  return `${percent(current, "<unknown>")}/${percent(target, "<auto>")}`;
}
