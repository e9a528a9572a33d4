/** The types of autoscaling/v1; the notation is explained in `notation.ts`. */
export const autoscalingV1 = `
ContainerResourceMetricSource name=1:s:ResourceName! targetAverageUtilization=2:i? targetAverageValue=3:Q?
  container=5:s!
ContainerResourceMetricStatus name=1:s:ResourceName! currentAverageUtilization=2:i? currentAverageValue=3:Q!
  container=4:s!
CrossVersionObjectReference ~atomic kind=1:s! name=2:s! apiVersion=3:s
ExternalMetricSource metricName=1:s! metricSelector=2:meta/v1.LabelSelector? targetValue=3:Q?
  targetAverageValue=4:Q?
ExternalMetricStatus metricName=1:s! metricSelector=2:meta/v1.LabelSelector? currentValue=3:Q!
  currentAverageValue=4:Q?
HorizontalPodAutoscaler ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta!
  spec=2:HorizontalPodAutoscalerSpec! status=3:HorizontalPodAutoscalerStatus!
HorizontalPodAutoscalerCondition type=1:s:HorizontalPodAutoscalerConditionType! status=2:s:ConditionStatus!
  lastTransitionTime=3:T! reason=4:s message=5:s observedGeneration=6:l?
HorizontalPodAutoscalerList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta!
  items=2:*HorizontalPodAutoscaler!
HorizontalPodAutoscalerSpec scaleTargetRef=1:CrossVersionObjectReference! minReplicas=2:i? maxReplicas=3:i!
  targetCPUUtilizationPercentage=4:i?
HorizontalPodAutoscalerStatus observedGeneration=1:l? lastScaleTime=2:T? currentReplicas=3:i!
  desiredReplicas=4:i! currentCPUUtilizationPercentage=5:i?
MetricSpec type=1:s:MetricSourceType! object=2:ObjectMetricSource? pods=3:PodsMetricSource?
  resource=4:ResourceMetricSource? containerResource=7:ContainerResourceMetricSource?
  external=5:ExternalMetricSource?
MetricStatus type=1:s:MetricSourceType! object=2:ObjectMetricStatus? pods=3:PodsMetricStatus?
  resource=4:ResourceMetricStatus? containerResource=7:ContainerResourceMetricStatus?
  external=5:ExternalMetricStatus?
ObjectMetricSource target=1:CrossVersionObjectReference! metricName=2:s! targetValue=3:Q!
  selector=4:meta/v1.LabelSelector? averageValue=5:Q?
ObjectMetricStatus target=1:CrossVersionObjectReference! metricName=2:s! currentValue=3:Q!
  selector=4:meta/v1.LabelSelector? averageValue=5:Q?
PodsMetricSource metricName=1:s! targetAverageValue=2:Q! selector=3:meta/v1.LabelSelector?
PodsMetricStatus metricName=1:s! currentAverageValue=2:Q! selector=3:meta/v1.LabelSelector?
ResourceMetricSource name=1:s:ResourceName! targetAverageUtilization=2:i? targetAverageValue=3:Q?
ResourceMetricStatus name=1:s:ResourceName! currentAverageUtilization=2:i? currentAverageValue=3:Q!
Scale ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:ScaleSpec! status=3:ScaleStatus!
ScaleSpec replicas=1:i
ScaleStatus replicas=1:i! selector=2:s
`;
