import { NamedText } from "../../../../api/validation/field-error.ts";
import type { Check, FieldReport } from "../../../../api/validation/field-path.ts";
import { dns1123LabelProblems, pathSegmentNameProblems } from "../../../../api/validation/name-format.ts";
import type { MetricSpec, MetricTarget } from "../../../../types/tables/autoscaling/v2-types.ts";
import { checkContainerResourceName } from "../../shared/pod-template/resource-names.ts";
import { nanos } from "../../shared/values/amounts.ts";
import { checkObjectReference, type ReferenceRules } from "./object-reference.ts";
import type { MetricSource } from "./types.ts";

type SourceField = "object" | "external" | "pods" | "resource" | "containerResource";

type SourceCheck = (source: MetricSource, at: FieldReport, rules: ReferenceRules) => void;

const TYPES = ["ContainerResource", "External", "Object", "Pods", "Resource"];

/** Fields and checks by type of metric, in the order of the checks. */
const SOURCES: readonly (readonly [type: string, field: SourceField, check: SourceCheck])[] = [
  ["Object", "object", checkObjectSource],
  ["External", "external", checkExternalSource],
  ["Pods", "pods", checkPodsSource],
  ["Resource", "resource", checkResourceSource],
  ["ContainerResource", "containerResource", checkContainerSource],
];

/** Checks the metrics. `rules`: rules for references to described objects. */
export function checkMetrics(
  metrics: readonly MetricSpec[],
  minReplicas: number | undefined,
  at: FieldReport,
  rules: ReferenceRules,
): void {
  at.each(metrics, (metric, here) => checkMetric(metric, here, rules));
  // Without pods only metrics from outside of the pods can be measured.
  if (minReplicas !== 0 || metrics.some(({ type }) => type === "Object" || type === "External")) return;
  at.forbidden("must specify at least one Object or External metric to support scaling to zero replicas");
}

function checkMetric(metric: MetricSpec, at: FieldReport, rules: ReferenceRules): void {
  const { type = "" } = metric;
  if (type === "") at.child("type").required("must specify a metric source type");
  if (!TYPES.includes(type)) at.child("type").notSupported(type, TYPES);
  const present = SOURCES.filter(([, field]) => metric[field] !== undefined);
  const [first] = present;
  if (first !== undefined) first[2](metric[first[1]] ?? {}, at.child(first[1]), rules);
  const expected = SOURCES.find(([name]) => name === type)?.[1];
  if (expected === undefined) at.child("type").notSupported(type, TYPES);
  else if (metric[expected] === undefined) {
    at.child(expected).required("must populate information for the given metric source");
  }
  if (present.length === 1) return;
  for (const [, field] of present) {
    if (field !== expected) at.child(field).forbidden("must populate the given metric source only");
  }
}

function checkObjectSource(
  source: MetricSpec["object"] & object,
  at: FieldReport,
  rules: ReferenceRules,
): void {
  checkObjectReference(source.describedObject ?? {}, at.child("describedObject"), rules);
  checkIdentifierAndTarget(source, at);
  const { value, averageValue } = source.target ?? {};
  if (value === undefined && averageValue === undefined) {
    at.child("target.averageValue").required("must set either a target value or averageValue");
  }
}

function checkExternalSource(source: MetricSource, at: FieldReport): void {
  checkIdentifierAndTarget(source, at);
  const { value, averageValue } = source.target ?? {};
  const target = at.child("target");
  if (value === undefined && averageValue === undefined) {
    target.child("averageValue").required("must set either a target value for metric or a per-pod target");
  }
  if (value !== undefined && averageValue !== undefined) {
    target.child("value").forbidden("may not set both a target value for metric and a per-pod target");
  }
}

function checkPodsSource(source: MetricSource, at: FieldReport): void {
  checkIdentifierAndTarget(source, at);
  if (source.target?.averageValue !== undefined) return;
  at.child("target.averageValue").required("must specify a positive target averageValue");
}

function checkContainerSource(source: MetricSource, at: FieldReport): void {
  const { name = "", container } = source;
  if (at.require("name", name, "must specify a resource name"))
    checkContainerResourceName(name, at.child("name"));
  if (at.require("container", container, "must specify a container")) {
    at.check("container", container, dns1123LabelProblems);
  }
  checkResourceTarget(source.target ?? {}, at.child("target"));
}

function checkResourceSource(source: MetricSource, at: FieldReport): void {
  at.require("name", source.name, "must specify a resource name");
  checkResourceTarget(source.target ?? {}, at.child("target"));
}

function checkResourceTarget(target: MetricTarget, at: FieldReport): void {
  const { averageUtilization, averageValue } = target;
  checkTarget(target, at);
  if (averageUtilization === undefined && averageValue === undefined) {
    at.child("averageUtilization").required("must set either a target raw value or a target utilization");
  }
  if (averageUtilization !== undefined && averageValue !== undefined) {
    at.child("averageValue").forbidden("may not set both a target raw value and a target utilization");
  }
}

function checkIdentifierAndTarget({ metric, target }: MetricSource, at: FieldReport): void {
  const { name } = metric ?? {};
  if (at.child("metric").require("name", name, "must specify a metric name")) {
    at.child("metric").check("name", name, pathSegmentNameProblems);
  }
  checkTarget(target ?? {}, at.child("target"));
}

const checkTarget: Check<MetricTarget> = ({ type = "", value, averageValue, averageUtilization }, at) => {
  if (type === "") at.child("type").required("must specify a metric target type");
  if (!["Utilization", "Value", "AverageValue"].includes(type)) {
    at.child("type").invalid(new NamedText(type), "must be either Utilization, Value, or AverageValue");
  }
  checkPositive(value, at.child("value"));
  checkPositive(averageValue, at.child("averageValue"));
  if (averageUtilization !== undefined && averageUtilization < 1) {
    at.child("averageUtilization").invalid(averageUtilization, "must be greater than 0");
  }
};

function checkPositive(quantity: string | undefined, at: FieldReport): void {
  if (quantity !== undefined && nanos(quantity) <= 0n) at.invalid(quantity, "must be positive");
}
