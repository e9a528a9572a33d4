import type { ChangeCheck, Check, FieldReport } from "../../../../api/validation/field-path.ts";
import type {
  HorizontalPodAutoscalerSpec as AutoscalerSpec,
  HPAScalingRules as ScalingRules,
} from "../../../../types/tables/autoscaling/v2-types.ts";
import { isGateOn } from "../../../features/changed-gates.ts";
import { nanos } from "../../shared/values/amounts.ts";
import { checkObjectReference, type ReferenceRules, versionProblem } from "./object-reference.ts";

import { checkMetrics } from "./validate-metrics.ts";

const MAX_STABILIZATION_SECONDS = 3600;

const MAX_PERIOD_SECONDS = 1800;

/** Checks the spec of a HorizontalPodAutoscaler; `old` on update. */
export const checkAutoscaler: ChangeCheck<AutoscalerSpec> = (spec, old, at) => {
  const { minReplicas, maxReplicas = 0, behavior = {} } = spec;
  const lowest = isGateOn("HPAScaleToZero", at) || old?.minReplicas === 0 ? 0 : 1;
  if (minReplicas !== undefined && minReplicas < lowest) {
    at.child("minReplicas").invalid(minReplicas, `must be greater than or equal to ${lowest}`);
  }
  if (maxReplicas === 0) at.child("maxReplicas").required("must be set and greater than 0");
  if (maxReplicas < 0) at.child("maxReplicas").invalid(maxReplicas, "must be greater than or equal to 1");
  if (minReplicas !== undefined && maxReplicas < minReplicas) {
    at.child("maxReplicas").invalid(maxReplicas, "must be greater than or equal to `minReplicas`");
  }
  checkObjectReference(spec.scaleTargetRef ?? {}, at.child("scaleTargetRef"), targetRules(spec, old));
  checkMetrics(spec.metrics ?? [], minReplicas, at.child("metrics"), metricRules(old));
  checkScalingRules(behavior.scaleUp, at.child("behavior.scaleUp"));
  checkScalingRules(behavior.scaleDown, at.child("behavior.scaleDown"));
};

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

function checkScalingRules(rules: ScalingRules | undefined, at: FieldReport): void {
  if (rules === undefined) return;
  const { stabilizationWindowSeconds: window = 0, policies = [], tolerance } = rules;
  const ofWindow = at.child("stabilizationWindowSeconds");
  if (window < 0) ofWindow.invalid(window, "must be greater than or equal to zero");
  if (window > MAX_STABILIZATION_SECONDS) {
    ofWindow.invalid(window, `must be less than or equal to ${MAX_STABILIZATION_SECONDS}`);
  }
  at.supports("selectPolicy", rules.selectPolicy, ["Disabled", "Max", "Min"]);
  at.require("policies", policies, "must specify at least one Policy");
  at.eachOf("policies", policies, checkScalingPolicy);
  if (tolerance !== undefined && nanos(tolerance) < 0n) {
    at.child("tolerance").invalid(tolerance, "must be greater than or equal to 0");
  }
}

type ScalingPolicy = NonNullable<ScalingRules["policies"]>[number];

const checkScalingPolicy: Check<ScalingPolicy> = ({ type = "", value = 0, periodSeconds = 0 }, at) => {
  at.supports("type", type, ["Percent", "Pods"]);
  if (value <= 0) at.child("value").invalid(value, "must be greater than zero");
  const period = at.child("periodSeconds");
  if (periodSeconds <= 0) period.invalid(periodSeconds, "must be greater than zero");
  if (periodSeconds > MAX_PERIOD_SECONDS) {
    period.invalid(periodSeconds, `must be less than or equal to ${MAX_PERIOD_SECONDS}`);
  }
};
