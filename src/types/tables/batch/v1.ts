/** The types of batch/v1; the notation is explained in `notation.ts`. */
export const batchV1 = `
CronJob ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:CronJobSpec!
  status=3:CronJobStatus!
CronJobList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*CronJob!
CronJobSpec schedule=1:s! timeZone=8:s? startingDeadlineSeconds=2:l? concurrencyPolicy=3:s:ConcurrencyPolicy
  suspend=4:b? jobTemplate=5:JobTemplateSpec! successfulJobsHistoryLimit=6:i? failedJobsHistoryLimit=7:i?
CronJobStatus active=1:*core/v1.ObjectReference lastScheduleTime=4:T? lastSuccessfulTime=5:T?
Job ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:JobSpec! status=3:JobStatus!
JobCondition type=1:s:JobConditionType! status=2:s:ConditionStatus! lastProbeTime=3:T!
  lastTransitionTime=4:T! reason=5:s message=6:s
JobList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*Job!
JobSchedulingConfiguration schedulingPolicy=1:scheduling/v1alpha3.WorkloadPodGroupSchedulingPolicy?
  schedulingConstraints=2:scheduling/v1alpha3.WorkloadPodGroupSchedulingConstraints?
  disruptionMode=3:scheduling/v1alpha3.WorkloadPodGroupDisruptionMode?
  resourceClaims=4:*scheduling/v1alpha3.WorkloadPodGroupResourceClaim~map=name:""~merge=name
JobSpec parallelism=1:i? completions=2:i? activeDeadlineSeconds=3:l? podFailurePolicy=11:PodFailurePolicy?
  successPolicy=16:SuccessPolicy? backoffLimit=7:i? backoffLimitPerIndex=12:i? maxFailedIndexes=13:i?
  selector=4:meta/v1.LabelSelector? manualSelector=5:b? template=6:core/v1.PodTemplateSpec!
  ttlSecondsAfterFinished=8:i? completionMode=9:s:CompletionMode? suspend=10:b?
  podReplacementPolicy=14:s:PodReplacementPolicy? managedBy=15:s?
  scheduling=17:JobSchedulingConfiguration?
JobStatus conditions=1:*JobCondition~merge=type startTime=2:T? completionTime=3:T? active=4:i succeeded=5:i
  failed=6:i terminating=11:i? completedIndexes=7:s failedIndexes=10:s?
  uncountedTerminatedPods=8:UncountedTerminatedPods? ready=9:i?
JobTemplateSpec metadata=1:meta/v1.ObjectMeta! spec=2:JobSpec!
PodFailurePolicy rules=1:*PodFailurePolicyRule!
PodFailurePolicyOnExitCodesRequirement containerName=1:s? operator=2:s:PodFailurePolicyOnExitCodesOperator!
  values=3:*i!~set
PodFailurePolicyOnPodConditionsPattern type=1:s:PodConditionType! status=2:s:ConditionStatus!
PodFailurePolicyRule action=1:s:PodFailurePolicyAction!
  onExitCodes=2:PodFailurePolicyOnExitCodesRequirement?
  onPodConditions=3:*PodFailurePolicyOnPodConditionsPattern
SuccessPolicy rules=1:*SuccessPolicyRule!
SuccessPolicyRule succeededIndexes=1:s? succeededCount=2:i?
UncountedTerminatedPods succeeded=1:*s:types.UID~set failed=2:*s:types.UID~set
`;
