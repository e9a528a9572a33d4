import { type JsonObject, record } from "../../../json/value.ts";
import type { MetricSpec } from "../../../types/tables/autoscaling/v2-types.ts";

/** The reason why a metric has no value: no component measures metrics here. */
export interface Missing {
  /** Reason of the event and of the condition. */
  readonly reason: string;
  readonly error: string;
  /** Beginning of the error if all metrics are missing. */
  readonly about: string;
}

const notServed = (resource: string): string =>
  `the server could not find the requested resource (get ${resource})`;
const NO_RESOURCE_METRICS = `unable to fetch metrics from resource metrics API: ${notServed("pods.metrics.k8s.io")}`;
const NO_CUSTOM_METRICS =
  "unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered";

/** Returns the error of the reference for a metric on a cluster without metrics APIs. */
export function missingMetric(metric: MetricSpec, namespace: string): Missing {
  const { resource, containerResource, pods, object, external } = metric;
  if (resource !== undefined)
    return {
      reason: "FailedGetResourceMetric",
      error: resourceError(resource.name, resource.target?.averageValue !== undefined),
      about: `failed to get ${resource.name} resource metric value`,
    };
  if (containerResource !== undefined)
    return {
      reason: "FailedGetContainerResourceMetric",
      error: resourceError(containerResource.name, containerResource.target?.averageValue !== undefined),
      about: `failed to get ${containerResource.container} container metric value`,
    };
  if (pods !== undefined)
    return {
      reason: "FailedGetPodsMetric",
      error: `unable to get metric ${pods.metric?.name}: ${NO_CUSTOM_METRICS}`,
      about: "failed to get pods metric value",
    };
  if (object !== undefined) return missingObject(object, namespace);
  return missingExternal(external, namespace);
}

const resourceError = (name: string | undefined, isUsage: boolean): string =>
  `failed to get ${name} ${isUsage ? "usage" : "utilization"}: unable to get metrics for resource ${name}: ${NO_RESOURCE_METRICS}`;

function missingObject(object: NonNullable<MetricSpec["object"]>, namespace: string): Missing {
  const { kind, name } = object.describedObject ?? {};
  // The order of these words is wrong in the reference, too.
  const error = `unable to get metric ${object.metric?.name}: ${kind} on ${namespace} ${name}/${NO_CUSTOM_METRICS}`;
  const isAverage = object.target?.averageValue !== undefined;
  const named = isAverage ? `: failed to get ${object.metric?.name} object metric` : "";
  return { reason: "FailedGetObjectMetric", error, about: `failed to get object metric value${named}` };
}

function missingExternal(external: MetricSpec["external"], namespace: string): Missing {
  const { name, selector } = external?.metric ?? {};
  const where = `${namespace}/${name}/${selector === undefined ? "nil" : printed(selector)}`;
  const why = `unable to fetch metrics from external metrics API: ${notServed(`${name}.external.metrics.k8s.io`)}`;
  const isAverage = external?.target?.averageValue !== undefined;
  const failed = isAverage
    ? `failed to get ${name} external metric`
    : `failed to get external metric ${name}`;
  return {
    reason: "FailedGetExternalMetric",
    error: `unable to get external metric ${where}: ${why}`,
    about: `failed to get ${name} external metric value: ${failed}`,
  };
}

/** Formats a selector as Go prints it. */
function printed({ matchLabels, matchExpressions }: JsonObject): string {
  const labels = Object.entries(record(matchLabels)).sort(([a], [b]) => (a < b ? -1 : 1));
  const map = labels.map(([name, value]) => `${name}: ${value},`).join("");
  const items = Array.isArray(matchExpressions) ? matchExpressions.map(record) : [];
  const rules = items.map(({ key, operator, values }) => {
    const list = Array.isArray(values) ? values.join(" ") : "";
    return `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${list}],},`;
  });
  return `&LabelSelector{MatchLabels:map[string]string{${map}},MatchExpressions:[]LabelSelectorRequirement{${rules.join("")}},}`;
}
