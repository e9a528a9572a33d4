import type { Json, JsonObject } from "../../../../api/json.ts";
import { part } from "../../../define/fill.ts";

/** Members that are undefined are left out. */
type Loose = { [key: string]: Json | undefined };

const compact = (members: Loose): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** A metric of v2 → of v1, whose targets are flat. */
export function metricToV1(metric: JsonObject): JsonObject {
  return compact({
    type: metric.type,
    object: mapPart(metric, "object", ({ metric: id, target, source }) => ({
      target: copy(part(source, "describedObject")),
      metricName: id?.name,
      targetValue: target?.value,
      selector: id?.selector,
      averageValue: target?.averageValue,
    })),
    pods: mapPart(metric, "pods", ({ metric: id, target }) => ({
      metricName: id?.name,
      targetAverageValue: target?.averageValue,
      selector: id?.selector,
    })),
    resource: mapPart(metric, "resource", resourceToV1),
    containerResource: mapPart(metric, "containerResource", (parts) => ({
      ...resourceToV1(parts),
      container: parts.source.container,
    })),
    external: mapPart(metric, "external", ({ metric: id, target }) => ({
      metricName: id?.name,
      metricSelector: id?.selector,
      targetValue: target?.value,
      targetAverageValue: target?.averageValue,
    })),
  });
}

interface SourceParts {
  readonly source: JsonObject;
  /** `metric`: name and selector. */
  readonly metric: JsonObject | undefined;
  readonly target: JsonObject | undefined;
  readonly current: JsonObject | undefined;
}

function mapPart(
  metric: JsonObject,
  name: string,
  map: (parts: SourceParts) => Loose,
): JsonObject | undefined {
  const source = part(metric, name);
  if (source === undefined) return undefined;
  const parts = {
    source,
    metric: part(source, "metric"),
    target: part(source, "target"),
    current: part(source, "current"),
  };
  return compact(map(parts));
}

const copy = (value: JsonObject | undefined): JsonObject | undefined => value && { ...value };

const resourceToV1 = ({ source, target }: SourceParts): Loose => ({
  name: source.name,
  targetAverageUtilization: target?.averageUtilization,
  targetAverageValue: target?.averageValue,
});

/** The status of a metric of v2 → of v1. */
export function statusToV1(status: JsonObject): JsonObject {
  return compact({
    type: status.type,
    object: mapPart(status, "object", ({ metric: id, current, source }) => ({
      target: copy(part(source, "describedObject")),
      metricName: id?.name,
      currentValue: current?.value,
      selector: id?.selector,
      averageValue: current?.averageValue,
    })),
    pods: mapPart(status, "pods", ({ metric: id, current }) => ({
      metricName: id?.name,
      currentAverageValue: current?.averageValue,
      selector: id?.selector,
    })),
    resource: mapPart(status, "resource", resourceStatusToV1),
    containerResource: mapPart(status, "containerResource", (parts) => ({
      ...resourceStatusToV1(parts),
      container: parts.source.container,
    })),
    external: mapPart(status, "external", ({ metric: id, current }) => ({
      metricName: id?.name,
      metricSelector: id?.selector,
      currentValue: current?.value,
      currentAverageValue: current?.averageValue,
    })),
  });
}

const resourceStatusToV1 = ({ source, current }: SourceParts): Loose => ({
  name: source.name,
  currentAverageUtilization: current?.averageUtilization,
  currentAverageValue: current?.averageValue,
});

/** A metric of v1 → of v2; the kind of its target follows from what is given. */
export function metricFromV1(metric: JsonObject): JsonObject {
  return compact({
    type: metric.type,
    object: mapFlat(metric, "object", (source) => ({
      describedObject: part(source, "target"),
      target: compact({
        type: source.averageValue === undefined ? "Value" : "AverageValue",
        value:
          source.averageValue !== undefined && source.targetValue === "0" ? undefined : source.targetValue,
        averageValue: source.averageValue,
      }),
      metric: identifier(source.metricName, source.selector),
    })),
    pods: mapFlat(metric, "pods", (source) => ({
      metric: identifier(source.metricName, source.selector),
      target: compact({ type: "AverageValue", averageValue: source.targetAverageValue }),
    })),
    resource: mapFlat(metric, "resource", resourceFromV1),
    containerResource: mapFlat(metric, "containerResource", (source) => ({
      ...resourceFromV1(source),
      container: source.container,
    })),
    external: mapFlat(metric, "external", (source) => ({
      metric: identifier(source.metricName, source.metricSelector),
      target: compact({
        type: source.targetValue === undefined ? "AverageValue" : "Value",
        value: source.targetValue,
        averageValue: source.targetAverageValue,
      }),
    })),
  });
}

function mapFlat(
  metric: JsonObject,
  name: string,
  map: (source: JsonObject) => Loose,
): JsonObject | undefined {
  const source = part(metric, name);
  return source && compact(map(source));
}

const identifier = (name: Json | undefined, selector: Json | undefined): JsonObject =>
  compact({ name: name ?? "", selector });

const resourceFromV1 = (source: JsonObject): Loose => ({
  name: source.name,
  target: compact({
    type: source.targetAverageUtilization === undefined ? "AverageValue" : "Utilization",
    averageValue: source.targetAverageValue,
    averageUtilization: source.targetAverageUtilization,
  }),
});

/** The status of a metric of v1 → of v2. */
export function statusFromV1(status: JsonObject): JsonObject {
  return compact({
    type: status.type,
    object: mapFlat(status, "object", (source) => ({
      metric: identifier(source.metricName, source.selector),
      current: compact({ value: source.currentValue, averageValue: source.averageValue }),
      describedObject: part(source, "target"),
    })),
    pods: mapFlat(status, "pods", (source) => ({
      metric: identifier(source.metricName, source.selector),
      current: compact({ averageValue: source.currentAverageValue }),
    })),
    resource: mapFlat(status, "resource", resourceStatusFromV1),
    containerResource: mapFlat(status, "containerResource", (source) => ({
      ...resourceStatusFromV1(source),
      container: source.container,
    })),
    external: mapFlat(status, "external", (source) => ({
      metric: identifier(source.metricName, source.metricSelector),
      current: compact({ value: source.currentValue, averageValue: source.currentAverageValue }),
    })),
  });
}

const resourceStatusFromV1 = (source: JsonObject): Loose => ({
  name: source.name,
  current: compact({
    averageValue: source.currentAverageValue,
    averageUtilization: source.currentAverageUtilization,
  }),
});
