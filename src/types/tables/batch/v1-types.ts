// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { Optional } from "../../optional.ts";
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

export type CronJobSpec = Optional<{
  schedule: string;
  timeZone: string;
  startingDeadlineSeconds: number;
  concurrencyPolicy: string;
  suspend: boolean;
  jobTemplate: JobTemplateSpec;
  successfulJobsHistoryLimit: number;
  failedJobsHistoryLimit: number;
}>;

export type CronJobStatus = Optional<{
  active: ObjectReference[];
  lastScheduleTime: string;
  lastSuccessfulTime: string;
}>;

export type Job = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: JobSpec | undefined;
  status?: JobStatus | undefined;
};

export type JobCondition = Optional<{
  type: string;
  status: string;
  lastProbeTime: string | null;
  lastTransitionTime: string | null;
  reason: string;
  message: string;
}>;

export type JobSchedulingConfiguration = Optional<{
  schedulingPolicy: WorkloadPodGroupSchedulingPolicy;
  schedulingConstraints: WorkloadPodGroupSchedulingConstraints;
  disruptionMode: WorkloadPodGroupDisruptionMode;
  resourceClaims: WorkloadPodGroupResourceClaim[];
}>;

export type JobSpec = Optional<{
  parallelism: number;
  completions: number;
  activeDeadlineSeconds: number;
  podFailurePolicy: PodFailurePolicy;
  successPolicy: SuccessPolicy;
  backoffLimit: number;
  backoffLimitPerIndex: number;
  maxFailedIndexes: number;
  selector: LabelSelector;
  manualSelector: boolean;
  template: PodTemplateSpec;
  ttlSecondsAfterFinished: number;
  completionMode: string;
  suspend: boolean;
  podReplacementPolicy: string;
  managedBy: string;
  scheduling: JobSchedulingConfiguration;
}>;

export type JobStatus = Optional<{
  conditions: JobCondition[];
  startTime: string;
  completionTime: string;
  active: number;
  succeeded: number;
  failed: number;
  terminating: number;
  completedIndexes: string;
  failedIndexes: string;
  uncountedTerminatedPods: UncountedTerminatedPods;
  ready: number;
}>;

export type JobTemplateSpec = { metadata: ObjectMeta; spec?: JobSpec | undefined };
export type PodFailurePolicy = Optional<{ rules: PodFailurePolicyRule[] | null }>;

export type PodFailurePolicyOnExitCodesRequirement = Optional<{
  containerName: string;
  operator: string;
  values: number[] | null;
}>;

export type PodFailurePolicyOnPodConditionsPattern = Optional<{ type: string; status: string }>;

export type PodFailurePolicyRule = Optional<{
  action: string;
  onExitCodes: PodFailurePolicyOnExitCodesRequirement;
  onPodConditions: PodFailurePolicyOnPodConditionsPattern[];
}>;

export type SuccessPolicy = Optional<{ rules: SuccessPolicyRule[] | null }>;
export type SuccessPolicyRule = Optional<{ succeededIndexes: string; succeededCount: number }>;
export type UncountedTerminatedPods = Optional<{ succeeded: string[]; failed: string[] }>;
