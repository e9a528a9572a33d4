/** The types of apps/v1; the notation is explained in `notation.ts`. */
export const appsV1 = `
ControllerRevision ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! data=2:R! revision=3:l!
ControllerRevisionList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta!
  items=2:*ControllerRevision!
DaemonSet ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:DaemonSetSpec!
  status=3:DaemonSetStatus!
DaemonSetCondition type=1:s:DaemonSetConditionType! status=2:s:ConditionStatus! lastTransitionTime=3:T!
  reason=4:s message=5:s
DaemonSetList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*DaemonSet!
DaemonSetSpec selector=1:meta/v1.LabelSelector?! template=2:core/v1.PodTemplateSpec!
  updateStrategy=3:DaemonSetUpdateStrategy! minReadySeconds=4:i revisionHistoryLimit=6:i?
DaemonSetStatus currentNumberScheduled=1:i! numberMisscheduled=2:i! desiredNumberScheduled=3:i!
  numberReady=4:i! observedGeneration=5:l updatedNumberScheduled=6:i numberAvailable=7:i numberUnavailable=8:i
  collisionCount=9:i? conditions=10:*DaemonSetCondition~map=type:""~merge=type
DaemonSetUpdateStrategy type=1:s:DaemonSetUpdateStrategyType rollingUpdate=2:RollingUpdateDaemonSet?
Deployment ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:DeploymentSpec!
  status=3:DeploymentStatus!
DeploymentCondition type=1:s:DeploymentConditionType! status=2:s:ConditionStatus! lastUpdateTime=6:T!
  lastTransitionTime=7:T! reason=4:s message=5:s
DeploymentList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*Deployment!
DeploymentSpec replicas=1:i? selector=2:meta/v1.LabelSelector?! template=3:core/v1.PodTemplateSpec!
  strategy=4:DeploymentStrategy!~retainKeys minReadySeconds=5:i revisionHistoryLimit=6:i? paused=7:b
  progressDeadlineSeconds=9:i?
DeploymentStatus observedGeneration=1:l replicas=2:i updatedReplicas=3:i readyReplicas=7:i
  availableReplicas=4:i unavailableReplicas=5:i terminatingReplicas=9:i?
  conditions=6:*DeploymentCondition~map=type:""~merge=type collisionCount=8:i?
DeploymentStrategy type=1:s:DeploymentStrategyType rollingUpdate=2:RollingUpdateDeployment?
ReplicaSet ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:ReplicaSetSpec!
  status=3:ReplicaSetStatus!
ReplicaSetCondition type=1:s:ReplicaSetConditionType! status=2:s:ConditionStatus! lastTransitionTime=3:T!
  reason=4:s message=5:s
ReplicaSetList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*ReplicaSet!
ReplicaSetSpec replicas=1:i? minReadySeconds=4:i selector=2:meta/v1.LabelSelector?!
  template=3:core/v1.PodTemplateSpec!
ReplicaSetStatus replicas=1:i! fullyLabeledReplicas=2:i readyReplicas=4:i availableReplicas=5:i
  terminatingReplicas=7:i? observedGeneration=3:l conditions=6:*ReplicaSetCondition~map=type:""~merge=type
RollingUpdateDaemonSet maxUnavailable=1:I? maxSurge=2:I?
RollingUpdateDeployment maxUnavailable=1:I? maxSurge=2:I?
RollingUpdateStatefulSetStrategy partition=1:i? maxUnavailable=2:I?
StatefulSet ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:StatefulSetSpec!
  status=3:StatefulSetStatus!
StatefulSetCondition type=1:s:StatefulSetConditionType! status=2:s:ConditionStatus! lastTransitionTime=3:T!
  reason=4:s message=5:s
StatefulSetList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*StatefulSet!
StatefulSetOrdinals start=1:i!
StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted=1:s:PersistentVolumeClaimRetentionPolicyType
  whenScaled=2:s:PersistentVolumeClaimRetentionPolicyType
StatefulSetSpec replicas=1:i? selector=2:meta/v1.LabelSelector?! template=3:core/v1.PodTemplateSpec!
  volumeClaimTemplates=4:*core/v1.PersistentVolumeClaim serviceName=5:s!
  podManagementPolicy=6:s:PodManagementPolicyType updateStrategy=7:StatefulSetUpdateStrategy!
  revisionHistoryLimit=8:i? minReadySeconds=9:i
  persistentVolumeClaimRetentionPolicy=10:StatefulSetPersistentVolumeClaimRetentionPolicy?
  ordinals=11:StatefulSetOrdinals?
StatefulSetStatus observedGeneration=1:l replicas=2:i! readyReplicas=3:i currentReplicas=4:i
  updatedReplicas=5:i currentRevision=6:s updateRevision=7:s collisionCount=9:i?
  conditions=10:*StatefulSetCondition~map=type:""~merge=type availableReplicas=11:i!
StatefulSetUpdateStrategy type=1:s:StatefulSetUpdateStrategyType
  rollingUpdate=2:RollingUpdateStatefulSetStrategy?
`;
