// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { LabelSelectorLike } from "../../../api/validation/label-selector.ts";

export type ContainerResourceMetricSource = {
  name?: string | undefined;
  target?: MetricTarget | undefined;
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

export type HorizontalPodAutoscalerBehavior = {
  scaleUp?: HPAScalingRules | undefined;
  scaleDown?: HPAScalingRules | undefined;
};

export type HorizontalPodAutoscalerSpec = {
  scaleTargetRef?: CrossVersionObjectReference | undefined;
  minReplicas?: number | undefined;
  maxReplicas?: number | undefined;
  metrics?: MetricSpec[] | undefined;
  behavior?: HorizontalPodAutoscalerBehavior | undefined;
};

export type MetricIdentifier = {
  name?: string | undefined;
  selector?: LabelSelectorLike | undefined;
};

export type MetricSpec = {
  type?: string | undefined;
  object?: ObjectMetricSource | undefined;
  pods?: PodsMetricSource | undefined;
  resource?: ResourceMetricSource | undefined;
  containerResource?: ContainerResourceMetricSource | undefined;
  external?: ExternalMetricSource | undefined;
};

export type MetricTarget = {
  type?: string | undefined;
  value?: string | undefined;
  averageValue?: string | undefined;
  averageUtilization?: number | undefined;
};

export type ObjectMetricSource = {
  describedObject?: CrossVersionObjectReference | undefined;
  target?: MetricTarget | undefined;
  metric?: MetricIdentifier | undefined;
};

export type PodsMetricSource = {
  metric?: MetricIdentifier | undefined;
  target?: MetricTarget | undefined;
};

export type ResourceMetricSource = {
  name?: string | undefined;
  target?: MetricTarget | undefined;
};
