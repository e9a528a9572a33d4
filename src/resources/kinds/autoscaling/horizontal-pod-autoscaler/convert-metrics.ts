import type { Json, JsonObject } from "../../../../json/value.ts";
import { inGoOrder } from "../../../../types/go-order.ts";
import { builtinShape } from "../../../../types/notation/shapes.ts";
import { at } from "../../../define/cell.ts";
import { ensure, part } from "../../../define/fill.ts";

/** Members in which v2 has the amounts of a metric: `target` in the spec, `current` in the status. */
type Side = "target" | "current";

/**
 * A field of v1 and its path in v2, in which `*` is replaced by a side. Only v2 has nested objects in its
 * sources.
 */
type Places = readonly (readonly [v1: string, v2: string])[];

const RESOURCE: Places = [
  ["name", "name"],
  ["*AverageUtilization", "*.averageUtilization"],
  ["*AverageValue", "*.averageValue"],
];

const NAMED: Places = [
  ["metricName", "metric.name"],
  ["*AverageValue", "*.averageValue"],
];

/** Places by the member that contains the source of a metric. */
const SOURCES: Readonly<Record<string, Places>> = {
  object: [
    ["target", "describedObject"],
    ["metricName", "metric.name"],
    ["*Value", "*.value"],
    ["selector", "metric.selector"],
    ["averageValue", "*.averageValue"],
  ],
  pods: [...NAMED, ["selector", "metric.selector"]],
  resource: RESOURCE,
  containerResource: [...RESOURCE, ["container", "container"]],
  external: [...NAMED, ["metricSelector", "metric.selector"], ["*Value", "*.value"]],
};

/** Converts a metric of v2, or its status (`current`), to v1, whose sources are flat. */
export const metricToV1 = (metric: JsonObject, side: Side): JsonObject =>
  convert(metric, (_member, source, places) => {
    const flat: JsonObject = {};
    for (const [v1, v2] of placesOf(places, side)) put(flat, v1, at(source, v2));
    return flat;
  });

/** Converts a metric of v1, or its status (`current`), to v2. */
export function metricFromV1(metric: JsonObject, side: Side): JsonObject {
  const converted = convert(metric, (member, source, places) => {
    const deep: JsonObject = { [side]: {} };
    for (const [v1, v2] of placesOf(places, side)) {
      const [first = "", second] = v2.split(".");
      if (second === undefined) put(deep, first, source[v1]);
      else put(ensure(deep, first), second, v1 === "metricName" ? (source[v1] ?? "") : source[v1]);
    }
    if (side === "target") completeTarget(member, ensure(deep, side));
    return deep;
  });
  return inGoOrder(converted, builtinShape(`autoscaling/v2.Metric${side === "target" ? "Spec" : "Status"}`));
}

function convert(
  metric: JsonObject,
  change: (member: string, source: JsonObject, places: Places) => JsonObject,
): JsonObject {
  const result: JsonObject = {};
  put(result, "type", metric.type);
  for (const [member, places] of Object.entries(SOURCES)) {
    const source = part(metric, member);
    if (source !== undefined) result[member] = change(member, source, places);
  }
  return result;
}

const placesOf = (places: Places, side: Side): Places =>
  places.map(([v1, v2]) => [v1.replace("*", side), v2.replace("*", side)]);

function put(object: JsonObject, name: string, value: Json | undefined): void {
  if (value !== undefined) object[name] = value;
}

/**
 * Sets the type of a target, which depends on the amounts that it has. In v1 the value of an object metric
 * cannot be absent.
 */
function completeTarget(member: string, target: JsonObject): void {
  const { averageValue, averageUtilization } = target;
  if (member === "object" && averageValue !== undefined && target.value === "0") delete target.value;
  const isValue = member === "object" ? averageValue === undefined : target.value !== undefined;
  const amount = isValue ? "Value" : "AverageValue";
  target.type = averageUtilization === undefined ? amount : "Utilization";
}
