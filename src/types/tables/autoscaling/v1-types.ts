// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { LabelSelectorLike } from "../../../api/validation/label-selector.ts";
import type { ListMeta } from "../meta/v1-types.ts";

export type ContainerResourceMetricSource = {
  name?: string | undefined;
  targetAverageUtilization?: number | undefined;
  targetAverageValue?: string | undefined;
  container?: string | undefined;
};

export type ContainerResourceMetricStatus = {
  name?: string | undefined;
  currentAverageUtilization?: number | undefined;
  currentAverageValue?: string | undefined;
  container?: string | undefined;
};

export type CrossVersionObjectReference = {
  kind?: string | undefined;
  name?: string | undefined;
  apiVersion?: string | undefined;
};

export type ExternalMetricSource = {
  metricName?: string | undefined;
  metricSelector?: LabelSelectorLike | undefined;
  targetValue?: string | undefined;
  targetAverageValue?: string | undefined;
};

export type ExternalMetricStatus = {
  metricName?: string | undefined;
  metricSelector?: LabelSelectorLike | undefined;
  currentValue?: string | undefined;
  currentAverageValue?: string | undefined;
};

export type HorizontalPodAutoscaler = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata: ObjectMeta;
  spec?: HorizontalPodAutoscalerSpec | undefined;
  status?: HorizontalPodAutoscalerStatus | undefined;
};

export type HorizontalPodAutoscalerCondition = {
  type?: string | undefined;
  status?: string | undefined;
  lastTransitionTime?: string | null | undefined;
  reason?: string | undefined;
  message?: string | undefined;
};

export type HorizontalPodAutoscalerList = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata?: ListMeta | undefined;
  items?: HorizontalPodAutoscaler[] | null | undefined;
};

export type HorizontalPodAutoscalerSpec = {
  scaleTargetRef?: CrossVersionObjectReference | undefined;
  minReplicas?: number | undefined;
  maxReplicas?: number | undefined;
  targetCPUUtilizationPercentage?: number | undefined;
};

export type HorizontalPodAutoscalerStatus = {
  observedGeneration?: number | undefined;
  lastScaleTime?: string | undefined;
  currentReplicas?: number | undefined;
  desiredReplicas?: number | undefined;
  currentCPUUtilizationPercentage?: number | undefined;
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

export type ObjectMetricSource = {
  target?: CrossVersionObjectReference | undefined;
  metricName?: string | undefined;
  targetValue?: string | undefined;
  selector?: LabelSelectorLike | undefined;
  averageValue?: string | undefined;
};

export type ObjectMetricStatus = {
  target?: CrossVersionObjectReference | undefined;
  metricName?: string | undefined;
  currentValue?: string | undefined;
  selector?: LabelSelectorLike | undefined;
  averageValue?: string | undefined;
};

export type PodsMetricSource = {
  metricName?: string | undefined;
  targetAverageValue?: string | undefined;
  selector?: LabelSelectorLike | undefined;
};

export type PodsMetricStatus = {
  metricName?: string | undefined;
  currentAverageValue?: string | undefined;
  selector?: LabelSelectorLike | undefined;
};

export type ResourceMetricSource = {
  name?: string | undefined;
  targetAverageUtilization?: number | undefined;
  targetAverageValue?: string | undefined;
};

export type ResourceMetricStatus = {
  name?: string | undefined;
  currentAverageUtilization?: number | undefined;
  currentAverageValue?: string | undefined;
};

export type Scale = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata: ObjectMeta;
  spec?: ScaleSpec | undefined;
  status?: ScaleStatus | undefined;
};

export type ScaleSpec = {
  replicas?: number | undefined;
};

export type ScaleStatus = {
  replicas?: number | undefined;
  selector?: string | undefined;
};
