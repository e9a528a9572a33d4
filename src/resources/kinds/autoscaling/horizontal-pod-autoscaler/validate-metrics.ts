import { NamedText } from "../../../../api/validation/field-error.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { dns1123LabelProblems, pathSegmentNameProblems } from "../../../../api/validation/name-format.ts";
import type {
  MetricIdentifier,
  MetricSpec,
  MetricTarget,
} from "../../../../types/tables/autoscaling/v2-types.ts";
import { format, least, notBoth, required, some, struct } from "../../../rules/field-rules.ts";
import { below, code, type Part, type Rules, rules } from "../../../rules/rules.ts";
import { checkContainerResourceName } from "../../shared/pod-template/resource-names.ts";
import { positiveProblems } from "../../shared/values/amounts.ts";
import { checkObjectReference, type ReferenceRules } from "./object-reference.ts";

const targetRules = rules<MetricTarget>(
  ({ type = "" }, _old, at) => {
    if (type === "") at.child("type").required("must specify a metric target type");
    if (["Utilization", "Value", "AverageValue"].includes(type)) return;
    at.child("type").invalid(new NamedText(type), "must be either Utilization, Value, or AverageValue");
  },
  {
    value: format(positiveProblems),
    averageValue: format(positiveProblems),
    averageUtilization: least(1, "must be greater than 0"),
  },
);

/** Rules of a source whose metric has a name; `own`: further rules of its target. */
const namedMetric = (...own: readonly Part<MetricTarget>[]): Rules<MetricSource> =>
  rules<MetricSource>({
    metric: struct<MetricIdentifier>({
      name: [required("must specify a metric name"), format(pathSegmentNameProblems)],
    }),
    target: struct(targetRules, ...own),
  });

const RAW_OR_SHARE = "may not set both a target raw value and a target utilization";
const resourceTarget = struct<MetricTarget>(
  targetRules,
  some<MetricTarget>(
    ["averageUtilization", "averageValue"],
    "must set either a target raw value or a target utilization",
  ),
  notBoth<MetricTarget>(["averageValue", "averageUtilization"], RAW_OR_SHARE),
);

const objectRules = namedMetric(
  some<MetricTarget>(["averageValue", "value"], "must set either a target value or averageValue"),
);

const podsRules = namedMetric({ averageValue: required("must specify a positive target averageValue") });

const externalRules = namedMetric(
  some<MetricTarget>(
    ["averageValue", "value"],
    "must set either a target value for metric or a per-pod target",
  ),
  notBoth<MetricTarget>(
    ["value", "averageValue"],
    "may not set both a target value for metric and a per-pod target",
  ),
);

const resourceRules = rules<MetricSource>({
  name: required("must specify a resource name"),
  target: resourceTarget,
});

const containerResourceRules = rules<MetricSource>({
  name: [required("must specify a resource name"), code(checkContainerResourceName)],
  container: [required("must specify a container"), format(dns1123LabelProblems)],
  target: resourceTarget,
});

type SourceField = "object" | "external" | "pods" | "resource" | "containerResource";

const TYPES = ["ContainerResource", "External", "Object", "Pods", "Resource"];

/** Fields and rules by type of metric, in the order of the checks. */
const SOURCES: readonly (readonly [type: string, field: SourceField, rules: Rules<MetricSource>])[] = [
  ["Object", "object", objectRules],
  ["External", "external", externalRules],
  ["Pods", "pods", podsRules],
  ["Resource", "resource", resourceRules],
  ["ContainerResource", "containerResource", containerResourceRules],
];

/** Statements about the metrics of a spec. */
export const METRIC_STATEMENTS = SOURCES.flatMap(([, field, { statements }]) =>
  below("metrics[]", below(field, statements)),
);

/** Checks the metrics. `references`: rules for references to described objects. */
export function checkMetrics(
  metrics: readonly MetricSpec[],
  minReplicas: number | undefined,
  at: FieldReport,
  references: ReferenceRules,
): void {
  at.each(metrics, (metric, here) => checkMetric(metric, here, references));
  // Without pods only metrics from outside of the pods can be measured.
  if (minReplicas !== 0 || metrics.some(({ type }) => type === "Object" || type === "External")) return;
  at.forbidden("must specify at least one Object or External metric to support scaling to zero replicas");
}

function checkMetric(metric: MetricSpec, at: FieldReport, references: ReferenceRules): void {
  const { type = "" } = metric;
  if (type === "") at.child("type").required("must specify a metric source type");
  if (!TYPES.includes(type)) at.child("type").notSupported(type, TYPES);
  const present = SOURCES.filter(([, field]) => metric[field] !== undefined);
  const [first] = present;
  if (first !== undefined) {
    const [, field, sourceRules] = first;
    const { object: { describedObject = {} } = {} } = metric;
    if (field === "object")
      checkObjectReference(describedObject, at.child("object.describedObject"), references);
    sourceRules(metric[field] ?? {}, undefined, at.child(field));
  }
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

/** Source of a metric, with the members of all types. */
type MetricSource = {
  metric?: MetricIdentifier | undefined;
  target?: MetricTarget | undefined;
  /** Only for metrics of resources. */
  name?: string | undefined;
  container?: string | undefined;
};
