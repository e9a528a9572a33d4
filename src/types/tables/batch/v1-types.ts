// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { ObjectReference, PodTemplateSpec } from "../core/v1-types.ts";
import type { LabelSelector } from "../meta/v1-types.ts";
import type {
  WorkloadPodGroupDisruptionMode,
  WorkloadPodGroupResourceClaim,
  WorkloadPodGroupSchedulingConstraints,
  WorkloadPodGroupSchedulingPolicy,
} from "../scheduling/v1alpha3-types.ts";

export type CronJob = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: CronJobSpec | undefined;
  status?: CronJobStatus | undefined;
};

export type CronJobSpec = {
  schedule?: string | undefined;
  timeZone?: string | undefined;
  startingDeadlineSeconds?: number | undefined;
  concurrencyPolicy?: string | undefined;
  suspend?: boolean | undefined;
  jobTemplate?: JobTemplateSpec | undefined;
  successfulJobsHistoryLimit?: number | undefined;
  failedJobsHistoryLimit?: number | undefined;
};

export type CronJobStatus = {
  active?: ObjectReference[] | undefined;
  lastScheduleTime?: string | undefined;
  lastSuccessfulTime?: string | undefined;
};

export type Job = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: JobSpec | undefined;
  status?: JobStatus | undefined;
};

export type JobCondition = {
  type?: string | undefined;
  status?: string | undefined;
  lastProbeTime?: string | null | undefined;
  lastTransitionTime?: string | null | undefined;
  reason?: string | undefined;
  message?: string | undefined;
};

export type JobSchedulingConfiguration = {
  schedulingPolicy?: WorkloadPodGroupSchedulingPolicy | undefined;
  schedulingConstraints?: WorkloadPodGroupSchedulingConstraints | undefined;
  disruptionMode?: WorkloadPodGroupDisruptionMode | undefined;
  resourceClaims?: WorkloadPodGroupResourceClaim[] | undefined;
};

export type JobSpec = {
  parallelism?: number | undefined;
  completions?: number | undefined;
  activeDeadlineSeconds?: number | undefined;
  podFailurePolicy?: PodFailurePolicy | undefined;
  successPolicy?: SuccessPolicy | undefined;
  backoffLimit?: number | undefined;
  backoffLimitPerIndex?: number | undefined;
  maxFailedIndexes?: number | undefined;
  selector?: LabelSelector | undefined;
  manualSelector?: boolean | undefined;
  template?: PodTemplateSpec | undefined;
  ttlSecondsAfterFinished?: number | undefined;
  completionMode?: string | undefined;
  suspend?: boolean | undefined;
  podReplacementPolicy?: string | undefined;
  managedBy?: string | undefined;
  scheduling?: JobSchedulingConfiguration | undefined;
};

export type JobStatus = {
  conditions?: JobCondition[] | undefined;
  startTime?: string | undefined;
  completionTime?: string | undefined;
  active?: number | undefined;
  succeeded?: number | undefined;
  failed?: number | undefined;
  terminating?: number | undefined;
  completedIndexes?: string | undefined;
  failedIndexes?: string | undefined;
  uncountedTerminatedPods?: UncountedTerminatedPods | undefined;
  ready?: number | undefined;
};

export type JobTemplateSpec = {
  metadata: ObjectMeta;
  spec?: JobSpec | undefined;
};

export type PodFailurePolicy = {
  rules?: PodFailurePolicyRule[] | null | undefined;
};

export type PodFailurePolicyOnExitCodesRequirement = {
  containerName?: string | undefined;
  operator?: string | undefined;
  values?: number[] | null | undefined;
};

export type PodFailurePolicyOnPodConditionsPattern = {
  type?: string | undefined;
  status?: string | undefined;
};

export type PodFailurePolicyRule = {
  action?: string | undefined;
  onExitCodes?: PodFailurePolicyOnExitCodesRequirement | undefined;
  onPodConditions?: PodFailurePolicyOnPodConditionsPattern[] | undefined;
};

export type SuccessPolicy = {
  rules?: SuccessPolicyRule[] | null | undefined;
};

export type SuccessPolicyRule = {
  succeededIndexes?: string | undefined;
  succeededCount?: number | undefined;
};

export type UncountedTerminatedPods = {
  succeeded?: string[] | undefined;
  failed?: string[] | undefined;
};
