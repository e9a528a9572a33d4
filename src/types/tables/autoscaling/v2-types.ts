// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { Optional } from "../../optional.ts";
import type { LabelSelector } from "../meta/v1-types.ts";

export type ContainerResourceMetricSource = Optional<{
  name: string;
  target: MetricTarget;
  container: string;
}>;

export type ContainerResourceMetricStatus = Optional<{
  name: string;
  current: MetricValueStatus;
  container: string;
}>;

export type CrossVersionObjectReference = Optional<{ kind: string; name: string; apiVersion: string }>;
export type ExternalMetricSource = Optional<{ metric: MetricIdentifier; target: MetricTarget }>;
export type ExternalMetricStatus = Optional<{ metric: MetricIdentifier; current: MetricValueStatus }>;
export type HPAScalingPolicy = Optional<{ type: string; value: number; periodSeconds: number }>;

export type HPAScalingRules = Optional<{
  stabilizationWindowSeconds: number;
  selectPolicy: string;
  policies: HPAScalingPolicy[];
  tolerance: string;
}>;

export type HorizontalPodAutoscaler = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: HorizontalPodAutoscalerSpec | undefined;
  status?: HorizontalPodAutoscalerStatus | undefined;
};

export type HorizontalPodAutoscalerBehavior = Optional<{
  scaleUp: HPAScalingRules;
  scaleDown: HPAScalingRules;
}>;

export type HorizontalPodAutoscalerCondition = Optional<{
  type: string;
  status: string;
  lastTransitionTime: string | null;
  reason: string;
  message: string;
  observedGeneration: number;
}>;

export type HorizontalPodAutoscalerSpec = Optional<{
  scaleTargetRef: CrossVersionObjectReference;
  minReplicas: number;
  maxReplicas: number;
  metrics: MetricSpec[];
  behavior: HorizontalPodAutoscalerBehavior;
}>;

export type HorizontalPodAutoscalerStatus = Optional<{
  observedGeneration: number;
  lastScaleTime: string;
  currentReplicas: number;
  desiredReplicas: number;
  currentMetrics: MetricStatus[] | null;
  conditions: HorizontalPodAutoscalerCondition[];
}>;

export type MetricIdentifier = Optional<{ name: string; selector: LabelSelector }>;

export type MetricSpec = Optional<{
  type: string;
  object: ObjectMetricSource;
  pods: PodsMetricSource;
  resource: ResourceMetricSource;
  containerResource: ContainerResourceMetricSource;
  external: ExternalMetricSource;
}>;

export type MetricStatus = Optional<{
  type: string;
  object: ObjectMetricStatus;
  pods: PodsMetricStatus;
  resource: ResourceMetricStatus;
  containerResource: ContainerResourceMetricStatus;
  external: ExternalMetricStatus;
}>;

export type MetricTarget = Optional<{
  type: string;
  value: string;
  averageValue: string;
  averageUtilization: number;
}>;

export type MetricValueStatus = Optional<{ value: string; averageValue: string; averageUtilization: number }>;

export type ObjectMetricSource = Optional<{
  describedObject: CrossVersionObjectReference;
  target: MetricTarget;
  metric: MetricIdentifier;
}>;

export type ObjectMetricStatus = Optional<{
  metric: MetricIdentifier;
  current: MetricValueStatus;
  describedObject: CrossVersionObjectReference;
}>;

export type PodsMetricSource = Optional<{ metric: MetricIdentifier; target: MetricTarget }>;
export type PodsMetricStatus = Optional<{ metric: MetricIdentifier; current: MetricValueStatus }>;
export type ResourceMetricSource = Optional<{ name: string; target: MetricTarget }>;
export type ResourceMetricStatus = Optional<{ name: string; current: MetricValueStatus }>;
