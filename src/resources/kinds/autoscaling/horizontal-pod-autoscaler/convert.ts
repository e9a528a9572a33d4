import type { KubeObject } from "../../../../api/meta.ts";
import { stringify } from "../../../../json/stringify.ts";
import type { Json, JsonObject } from "../../../../json/value.ts";
import { decodeTyped } from "../../../../types/decode/decode.ts";
import { goJson } from "../../../../types/go-json.ts";
import { builtinShape } from "../../../../types/notation/shapes.ts";
import type { Converter } from "../../../define/converter.ts";
import { part, parts } from "../../../define/fill.ts";
import {
  BEHAVIOR,
  CONDITIONS,
  CURRENT_METRICS,
  fromAnnotation,
  listFromAnnotation,
  METRICS,
  removeRoundTripAnnotations,
} from "./convert-annotations.ts";
import { metricFromV1, metricToV1 } from "./convert-metrics.ts";
import { cpuMetric, DEFAULT_CPU_UTILIZATION } from "./cpu-metric.ts";

/** Prints `behavior` as in the annotation of autoscaling/v1: with Go's names and all members. */
function behaviorToText(behavior: JsonObject): string {
  return stringify({
    ScaleUp: rulesToGo(part(behavior, "scaleUp")),
    ScaleDown: rulesToGo(part(behavior, "scaleDown")),
  });
}

function rulesToGo(rules: JsonObject | undefined): Json {
  if (rules === undefined) return null;
  const policies = parts(rules, "policies").map(({ type = "", value = 0, periodSeconds = 0 }) => ({
    Type: type,
    Value: value,
    PeriodSeconds: periodSeconds,
  }));
  return {
    StabilizationWindowSeconds: rules.stabilizationWindowSeconds ?? null,
    SelectPolicy: rules.selectPolicy ?? null,
    Policies: Array.isArray(rules.policies) ? policies : null,
    Tolerance: rules.tolerance ?? null,
  };
}

const BEHAVIOR_TYPE = "autoscaling/v2.HorizontalPodAutoscalerBehavior";

/** Parses `behavior` from the annotation; undefined if it is absent or empty, or if it cannot be parsed. */
function behaviorFromText(text: Json | undefined): JsonObject | undefined {
  const behavior = fromAnnotation(text, BEHAVIOR_TYPE);
  return behavior?.scaleUp === undefined && behavior?.scaleDown === undefined ? undefined : behavior;
}

/**
 * Converts HorizontalPodAutoscalers between autoscaling/v1 and v2
 * (kubernetes/pkg/apis/autoscaling/v1/conversion.go). v1 has a field for only one metric, the utilisation of
 * the CPU. Other metrics, behavior, conditions and the status of metrics are stored in annotations.
 */
export const autoscalerConverter: Converter = { toHub, fromHub };

function fromHub(autoscaler: KubeObject): KubeObject {
  const { spec = {}, status = {} } = { spec: part(autoscaler, "spec"), status: part(autoscaler, "status") };
  const metrics = parts(spec, "metrics");
  const cpu = metrics.find(isCpuUtilization);
  return {
    ...autoscaler,
    apiVersion: "autoscaling/v1",
    metadata: metadataForV1(autoscaler, spec, status),
    spec: {
      ...pick(spec, "scaleTargetRef", "minReplicas", "maxReplicas"),
      ...(cpu === undefined ? {} : { targetCPUUtilizationPercentage: cpuTarget(cpu) }),
    },
    status: {
      ...pick(status, "observedGeneration", "lastScaleTime"),
      currentReplicas: status.currentReplicas ?? 0,
      ...pick(status, "desiredReplicas"),
      ...currentCpu(status),
    },
  };
}

function metadataForV1(autoscaler: KubeObject, spec: JsonObject, status: JsonObject): KubeObject["metadata"] {
  const metadata = { ...autoscaler.metadata };
  removeRoundTripAnnotations(metadata);
  const added: Record<string, string> = {};
  const others = parts(spec, "metrics").filter((metric) => !isCpuUtilization(metric));
  addList(
    added,
    METRICS,
    others.map((metric) => metricToV1(metric, "target")),
    "autoscaling/v1.MetricSpec",
  );
  addList(
    added,
    CURRENT_METRICS,
    parts(status, "currentMetrics").map((metric) => metricToV1(metric, "current")),
    "autoscaling/v1.MetricStatus",
  );
  const behavior = part(spec, "behavior");
  if (behavior !== undefined) added[BEHAVIOR] = behaviorToText(behavior);
  const conditions = parts(status, "conditions").map((condition) => ({ ...condition }));
  addList(added, CONDITIONS, conditions, "autoscaling/v1.HorizontalPodAutoscalerCondition");
  if (Object.keys(added).length > 0) metadata.annotations = { ...metadata.annotations, ...added };
  return metadata;
}

function addList(annotations: Record<string, string>, name: string, list: JsonObject[], type: string): void {
  if (list.length === 0) return;
  const shape = builtinShape(type);
  annotations[name] = `[${list.map((item) => goJson(decodeTyped(item, shape), shape)).join(",")}]`;
}

function isCpuUtilization(metric: JsonObject): boolean {
  const resource = part(metric, "resource");
  return metric.type === "Resource" && resource?.name === "cpu" && cpuTarget(metric) !== undefined;
}

const cpuTarget = (metric: JsonObject): Json | undefined =>
  part(part(metric, "resource"), "target")?.averageUtilization;

/** Returns the last status of the CPU metric that has a utilisation. */
function currentCpu(status: JsonObject): JsonObject {
  const known = parts(status, "currentMetrics").flatMap((metric) => {
    const resource = part(metric, "resource");
    const value =
      metric.type === "Resource" && resource?.name === "cpu" ? part(resource, "current") : undefined;
    return value?.averageUtilization === undefined ? [] : [value.averageUtilization];
  });
  const last = known.at(-1);
  return last === undefined ? {} : { currentCPUUtilizationPercentage: last };
}

function toHub(autoscaler: KubeObject): KubeObject {
  const { spec = {}, status = {} } = { spec: part(autoscaler, "spec"), status: part(autoscaler, "status") };
  const annotations = autoscaler.metadata.annotations ?? {};
  const metadata = { ...autoscaler.metadata };
  removeRoundTripAnnotations(metadata);
  const behavior = behaviorFromText(annotations[BEHAVIOR]);
  return {
    ...autoscaler,
    apiVersion: "autoscaling/v2",
    metadata,
    spec: {
      ...pick(spec, "scaleTargetRef", "minReplicas", "maxReplicas"),
      metrics: metricsForHub(spec, annotations),
      ...(behavior === undefined ? {} : { behavior }),
    },
    status: {
      ...pick(status, "observedGeneration", "lastScaleTime", "desiredReplicas"),
      ...(status.currentReplicas === 0 ? {} : pick(status, "currentReplicas")),
      ...statusForHub(status, annotations),
    },
  };
}

/** Returns the metrics of the annotation, then the CPU metric; the default if there are none. */
function metricsForHub(spec: JsonObject, annotations: JsonObject): Json[] {
  const percentage = spec.targetCPUUtilizationPercentage;
  const own = typeof percentage === "number" ? [cpuMetric(percentage)] : [];
  const others = listFromAnnotation(annotations[METRICS], "autoscaling/v1.MetricSpec") ?? [];
  const metrics = [...others.map((metric) => metricFromV1(metric, "target")), ...own];
  return metrics.length === 0 ? [cpuMetric(DEFAULT_CPU_UTILIZATION)] : metrics;
}

function statusForHub(status: JsonObject, annotations: JsonObject): JsonObject {
  const statuses = listFromAnnotation(annotations[CURRENT_METRICS], "autoscaling/v1.MetricStatus");
  const metrics = statuses?.map((metric) => metricFromV1(metric, "current"));
  const conditions = listFromAnnotation(
    annotations[CONDITIONS],
    "autoscaling/v1.HorizontalPodAutoscalerCondition",
  );
  const percentage = status.currentCPUUtilizationPercentage;
  const cpu =
    percentage === undefined
      ? undefined
      : [{ type: "Resource", resource: { name: "cpu", current: { averageUtilization: percentage } } }];
  const currentMetrics = metrics ?? cpu ?? [];
  return {
    ...(conditions === undefined || conditions.length === 0 ? {} : { conditions }),
    // An empty list is printed as null.
    currentMetrics: currentMetrics.length === 0 ? null : currentMetrics,
  };
}

/** True if there are no metrics: neither the CPU field nor a list of metrics in an annotation. */
export function lacksMetrics(spec: JsonObject, annotations: JsonObject): boolean {
  if (spec.targetCPUUtilizationPercentage !== undefined) return false;
  return (listFromAnnotation(annotations[METRICS], "autoscaling/v1.MetricSpec") ?? []).length === 0;
}

function pick(from: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));
}
