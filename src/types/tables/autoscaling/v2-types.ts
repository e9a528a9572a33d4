// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { LabelSelector } from "../meta/v1-types.ts";

export type ContainerResourceMetricSource = {
  name?: string | undefined;
  target?: MetricTarget | undefined;
  container?: string | undefined;
};

export type ContainerResourceMetricStatus = {
  name?: string | undefined;
  current?: MetricValueStatus | undefined;
  container?: string | undefined;
};

export type CrossVersionObjectReference = {
  kind?: string | undefined;
  name?: string | undefined;
  apiVersion?: string | undefined;
};

export type ExternalMetricSource = {
  metric?: MetricIdentifier | undefined;
  target?: MetricTarget | undefined;
};

export type ExternalMetricStatus = {
  metric?: MetricIdentifier | undefined;
  current?: MetricValueStatus | undefined;
};

export type HPAScalingPolicy = {
  type?: string | undefined;
  value?: number | undefined;
  periodSeconds?: number | undefined;
};

export type HPAScalingRules = {
  stabilizationWindowSeconds?: number | undefined;
  selectPolicy?: string | undefined;
  policies?: HPAScalingPolicy[] | undefined;
  tolerance?: string | undefined;
};

export type HorizontalPodAutoscaler = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: HorizontalPodAutoscalerSpec | undefined;
  status?: HorizontalPodAutoscalerStatus | undefined;
};

export type HorizontalPodAutoscalerBehavior = {
  scaleUp?: HPAScalingRules | undefined;
  scaleDown?: HPAScalingRules | undefined;
};

export type HorizontalPodAutoscalerCondition = {
  type?: string | undefined;
  status?: string | undefined;
  lastTransitionTime?: string | null | undefined;
  reason?: string | undefined;
  message?: string | undefined;
  observedGeneration?: number | undefined;
};

export type HorizontalPodAutoscalerSpec = {
  scaleTargetRef?: CrossVersionObjectReference | undefined;
  minReplicas?: number | undefined;
  maxReplicas?: number | undefined;
  metrics?: MetricSpec[] | undefined;
  behavior?: HorizontalPodAutoscalerBehavior | undefined;
};

export type HorizontalPodAutoscalerStatus = {
  observedGeneration?: number | undefined;
  lastScaleTime?: string | undefined;
  currentReplicas?: number | undefined;
  desiredReplicas?: number | undefined;
  currentMetrics?: MetricStatus[] | null | undefined;
  conditions?: HorizontalPodAutoscalerCondition[] | undefined;
};

export type MetricIdentifier = {
  name?: string | undefined;
  selector?: LabelSelector | undefined;
};

export type MetricSpec = {
  type?: string | undefined;
  object?: ObjectMetricSource | undefined;
  pods?: PodsMetricSource | undefined;
  resource?: ResourceMetricSource | undefined;
  containerResource?: ContainerResourceMetricSource | undefined;
  external?: ExternalMetricSource | undefined;
};

export type MetricStatus = {
  type?: string | undefined;
  object?: ObjectMetricStatus | undefined;
  pods?: PodsMetricStatus | undefined;
  resource?: ResourceMetricStatus | undefined;
  containerResource?: ContainerResourceMetricStatus | undefined;
  external?: ExternalMetricStatus | undefined;
};

export type MetricTarget = {
  type?: string | undefined;
  value?: string | undefined;
  averageValue?: string | undefined;
  averageUtilization?: number | undefined;
};

export type MetricValueStatus = {
  value?: string | undefined;
  averageValue?: string | undefined;
  averageUtilization?: number | undefined;
};

export type ObjectMetricSource = {
  describedObject?: CrossVersionObjectReference | undefined;
  target?: MetricTarget | undefined;
  metric?: MetricIdentifier | undefined;
};

export type ObjectMetricStatus = {
  metric?: MetricIdentifier | undefined;
  current?: MetricValueStatus | undefined;
  describedObject?: CrossVersionObjectReference | undefined;
};

export type PodsMetricSource = {
  metric?: MetricIdentifier | undefined;
  target?: MetricTarget | undefined;
};

export type PodsMetricStatus = {
  metric?: MetricIdentifier | undefined;
  current?: MetricValueStatus | undefined;
};

export type ResourceMetricSource = {
  name?: string | undefined;
  target?: MetricTarget | undefined;
};

export type ResourceMetricStatus = {
  name?: string | undefined;
  current?: MetricValueStatus | undefined;
};
