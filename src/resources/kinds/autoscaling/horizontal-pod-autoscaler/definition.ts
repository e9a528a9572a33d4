import type {
  HorizontalPodAutoscalerCondition as AutoscalerCondition,
  HorizontalPodAutoscalerStatus as AutoscalerStatus,
} from "../../../../types/tables/autoscaling/v2-types.ts";
import { text } from "../../../define/cell.ts";
import { AGE, column, countAt, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import {
  countGeneration,
  keepField,
  startGeneration,
  statusCleaner,
  validatesSpec,
  validatesStatus,
} from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";
import { isGateOff } from "../../../features/changed-gates.ts";
import { each, least } from "../../../rules/field-rules.ts";
import { rules } from "../../../rules/rules.ts";
import { formatMetrics, leastReplicas } from "./columns.ts";
import { autoscalerConverter } from "./convert.ts";
import { withoutRoundTripAnnotations } from "./convert-annotations.ts";
import { completeV2, fillV1, fillV2 } from "./defaults.ts";
import { autoscalerRules } from "./validate.ts";

const TYPE = "autoscaling/v2.HorizontalPodAutoscaler";

const clearStatus = statusCleaner(TYPE);

export const horizontalPodAutoscaler = defineResource({
  group: "autoscaling",
  kind: "HorizontalPodAutoscaler",
  scope: "Namespaced",
  shortNames: ["hpa"],
  categories: ["all"],
  versions: [
    { version: "v2", defaults: fillV2 },
    { version: "v1", defaults: fillV1, converter: autoscalerConverter },
  ],
  columns: [
    NAME,
    column`Reference: ${(object) => `${text(object, "spec.scaleTargetRef.kind")}/${text(object, "spec.scaleTargetRef.name")}`} scaleTargetRef points to the target resource to scale, and is used to the pods for which metrics should be collected, as well as to actually change the replica count.`,
    column`Targets: ${formatMetrics} metrics contains the specifications for which to use to calculate the desired replica count (the maximum replica count across all metrics will be used).  The desired replica count is calculated multiplying the ratio between the target value and the current value by the current number of pods.  Ergo, metrics used must decrease as the pod count is increased, and vice-versa.  See the individual metric source types for more information about how each type of metric must respond. If not set, the default metric will be set to 80% average CPU utilization.`,
    column`MinPods: ${leastReplicas} minReplicas is the lower limit for the number of replicas to which the autoscaler can scale down.  It defaults to 1 pod.  minReplicas is allowed to be 0 if the alpha feature gate HPAScaleToZero is enabled and at least one Object or External metric is configured.  Scaling is active as long as at least one metric value is available.`,
    column`MaxPods: ${countAt("spec.maxReplicas")} maxReplicas is the upper limit for the number of replicas to which the autoscaler can scale up. It cannot be less that minReplicas.`,
    column`Replicas: ${countAt("status.currentReplicas")} currentReplicas is current number of replicas of pods managed by this autoscaler, as last seen by the autoscaler.`,
    AGE,
  ],
  subresources: [
    status(
      validatesStatus(
        rules<AutoscalerStatus>({
          conditions: each(rules<AutoscalerCondition>({ observedGeneration: least(0) })),
          currentReplicas: least(0),
          desiredReplicas: least(0),
        }),
      ),
    ),
  ],
  strategy: {
    prepareForCreate(object, context) {
      clearStatus(object);
      if (!isGateOff("HPAGeneration", context)) startGeneration(object);
    },
    prepareForUpdate(object, old, context) {
      keepField(object, old, "status");
      if (!isGateOff("HPAGeneration", context)) countGeneration(object, old, ["spec"], TYPE);
    },
    resetFields: [["status"]],
    completeStored: completeV2,
    ...validatesSpec(autoscalerRules),
  },
  innerForm: withoutRoundTripAnnotations,
});
