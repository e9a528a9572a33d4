import type {
  HorizontalPodAutoscalerSpec as AutoscalerSpec,
  HorizontalPodAutoscalerBehavior as Behavior,
  HPAScalingPolicy,
  HPAScalingRules as ScalingRules,
} from "../../../../types/tables/autoscaling/v2-types.ts";
import { isGateOff } from "../../../features/changed-gates.ts";
import {
  absentAs,
  declared,
  each,
  format,
  inside,
  least,
  most,
  oneOf,
  required,
} from "../../../rules/field-rules.ts";
import { rules, stated } from "../../../rules/rules.ts";
import { nonNegativeProblems } from "../../shared/values/amounts.ts";
import { checkObjectReference, type ReferenceRules, versionProblem } from "./object-reference.ts";
import { checkMetrics, METRIC_STATEMENTS } from "./validate-metrics.ts";

const ZERO = "must be greater than zero";

const policyRules = rules<HPAScalingPolicy>({
  type: absentAs("", oneOf(["Percent", "Pods"])),
  value: absentAs(0, least(1, ZERO)),
  periodSeconds: absentAs(0, least(1, ZERO), most(1800)),
});

const scalingRules = rules<ScalingRules>({
  stabilizationWindowSeconds: [least(0, "must be greater than or equal to zero"), most(3600)],
  selectPolicy: oneOf(["Disabled", "Max", "Min"]),
  policies: [required("must specify at least one Policy"), each(policyRules)],
  tolerance: format(nonNegativeProblems),
});

/** Rules of the spec (validateHorizontalPodAutoscalerSpec). */
export const autoscalerRules = rules<AutoscalerSpec>(
  ({ minReplicas }, old, at) => {
    const lowest = isGateOff("HPAScaleToZero", at) && old?.minReplicas !== 0 ? 1 : 0;
    if (minReplicas === undefined || minReplicas >= lowest) return;
    at.declared.child("minReplicas").invalid(minReplicas, `must be greater than or equal to ${lowest}`);
  },
  { maxReplicas: [declared(required("must be set and greater than 0")), declared(least(1))] },
  stated((spec, old, at) => {
    const { minReplicas, maxReplicas = 0 } = spec;
    if (minReplicas !== undefined && maxReplicas < minReplicas)
      at.child("maxReplicas").invalid(maxReplicas, "must be greater than or equal to `minReplicas`");
    checkObjectReference(spec.scaleTargetRef ?? {}, at.child("scaleTargetRef"), targetRules(spec, old));
    checkMetrics(spec.metrics ?? [], minReplicas, at.child("metrics"), metricRules(old));
  }, METRIC_STATEMENTS),
  { behavior: inside<Behavior>({ scaleUp: inside(scalingRules), scaleDown: inside(scalingRules) }) },
);

function targetRules(
  { scaleTargetRef = {} }: AutoscalerSpec,
  old: AutoscalerSpec | undefined,
): ReferenceRules {
  const before = old?.scaleTargetRef;
  const same = before?.apiVersion === scaleTargetRef.apiVersion && before?.kind === scaleTargetRef.kind;
  return {
    allowAnyVersion: old !== undefined && same,
    allowCoreGroup: scaleTargetRef.kind === "ReplicationController",
  };
}

function metricRules(old: AutoscalerSpec | undefined): ReferenceRules {
  const strict = { allowAnyVersion: false, allowCoreGroup: true };
  const invalid = old?.metrics?.some(
    ({ type, object }) =>
      type === "Object" && versionProblem(object?.describedObject?.apiVersion ?? "", strict) !== undefined,
  );
  return invalid === true ? { ...strict, allowAnyVersion: true } : strict;
}
