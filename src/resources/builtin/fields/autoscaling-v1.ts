/** The types of autoscaling/v1; the notation is explained in `notation.ts`. */
export const autoscalingV1 = `
CrossVersionObjectReference kind=1:s! name=2:s! apiVersion=3:s
HorizontalPodAutoscaler ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta!
  spec=2:HorizontalPodAutoscalerSpec! status=3:HorizontalPodAutoscalerStatus!
HorizontalPodAutoscalerList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta!
  items=2:*HorizontalPodAutoscaler!
HorizontalPodAutoscalerSpec scaleTargetRef=1:CrossVersionObjectReference! minReplicas=2:i? maxReplicas=3:i!
  targetCPUUtilizationPercentage=4:i?
HorizontalPodAutoscalerStatus observedGeneration=1:l? lastScaleTime=2:T? currentReplicas=3:i!
  desiredReplicas=4:i! currentCPUUtilizationPercentage=5:i?
Scale ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:ScaleSpec! status=3:ScaleStatus!
ScaleSpec replicas=1:i
ScaleStatus replicas=1:i! selector=2:s
`;
