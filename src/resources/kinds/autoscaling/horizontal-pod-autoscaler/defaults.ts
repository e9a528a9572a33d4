import type { KubeObject } from "../../../../api/meta.ts";
import { wasEmptied } from "../../../../api/object/emptied.ts";
import { equal } from "../../../../json/equal.ts";
import { clone } from "../../../../json/object.ts";
import { isJsonObject, type JsonObject } from "../../../../json/value.ts";
import { type ApplyDefaults, ensure, part, unset } from "../../../define/fill.ts";
import { lacksMetrics } from "./convert.ts";
import { removeRoundTripAnnotations } from "./convert-annotations.ts";
import { cpuMetric, DEFAULT_CPU_UTILIZATION } from "./cpu-metric.ts";

/** Defaults of autoscaling/v1. */
export const fillV1: ApplyDefaults = (autoscaler) => {
  const spec = ensure(autoscaler, "spec");
  unset(spec, "minReplicas", 1);
  // The reference fills this in during its conversion, so that readers of the converted object see it.
  if (lacksMetrics(spec, autoscaler.metadata.annotations ?? {}))
    spec.targetCPUUtilizationPercentage = DEFAULT_CPU_UTILIZATION;
};

/** Defaults of autoscaling/v2 (SetDefaults_HorizontalPodAutoscaler). */
export const fillV2: ApplyDefaults = (autoscaler) => {
  const spec = ensure(autoscaler, "spec");
  unset(spec, "minReplicas", 1);
  unset(spec, "metrics", [cpuMetric(DEFAULT_CPU_UTILIZATION)]);
  fillBehavior(part(spec, "behavior"));
  removeRoundTripAnnotations(autoscaler.metadata);
};

/**
 * Completes metrics and behavior that a client of v1 wrote in annotations. This happens on reads from the
 * store, which has objects in the form of v2.
 */
export function completeV2(autoscaler: KubeObject): KubeObject {
  const { spec } = autoscaler;
  if (!isJsonObject(spec) || (spec.behavior === undefined && spec.metrics !== undefined)) return autoscaler;
  const completed = clone(autoscaler);
  fillV2(completed);
  return equal(completed, autoscaler) ? autoscaler : completed;
}

const PERIOD_SECONDS = 15;

/** Completes a behavior that is present, for both directions. */
function fillBehavior(behavior: JsonObject | undefined): void {
  if (behavior === undefined) return;
  const percent = { type: "Percent", value: 100, periodSeconds: PERIOD_SECONDS };
  const up = ensure(behavior, "scaleUp");
  unset(up, "stabilizationWindowSeconds", 0);
  unset(up, "selectPolicy", "Max");
  fillPolicies(up, [{ type: "Pods", value: 4, periodSeconds: PERIOD_SECONDS }, { ...percent }]);
  const down = ensure(behavior, "scaleDown");
  unset(down, "selectPolicy", "Max");
  fillPolicies(down, [percent]);
}

/** An empty list is kept, and validation refuses it later. */
function fillPolicies(rules: JsonObject, policies: JsonObject[]): void {
  if (!wasEmptied(rules, "policies")) unset(rules, "policies", policies);
}
