import type { JsonObject } from "../../../../api/json.ts";
import type { LabelSelectorLike } from "../../../../api/validate-label-selector.ts";
import type { PodTemplate } from "../../shared/workload/workload.ts";

/** What validation reads of Jobs and CronJobs, decoded and defaulted. */
export interface JobSpec {
  readonly parallelism?: number;
  readonly completions?: number;
  readonly activeDeadlineSeconds?: number;
  readonly backoffLimit?: number;
  readonly ttlSecondsAfterFinished?: number;
  readonly backoffLimitPerIndex?: number;
  readonly maxFailedIndexes?: number;
  readonly managedBy?: string;
  readonly completionMode?: string;
  readonly suspend?: boolean;
  readonly manualSelector?: boolean;
  readonly selector?: LabelSelectorLike;
  readonly template?: PodTemplate;
  readonly podFailurePolicy?: { readonly rules?: readonly FailureRule[] | null };
  readonly successPolicy?: { readonly rules?: readonly SuccessRule[] | null };
  readonly podReplacementPolicy?: string;
}

export interface FailureRule {
  readonly action?: string;
  readonly onExitCodes?: ExitCodes;
  readonly onPodConditions?: readonly { readonly type?: string; readonly status?: string }[];
}

export interface ExitCodes {
  readonly containerName?: string;
  readonly operator?: string;
  readonly values?: readonly number[] | null;
}

export interface SuccessRule {
  readonly succeededIndexes?: string;
  readonly succeededCount?: number;
}

export interface JobStatus {
  readonly active?: number;
  readonly ready?: number;
  readonly terminating?: number;
  readonly succeeded?: number;
  readonly failed?: number;
  readonly startTime?: string;
  readonly completionTime?: string;
  readonly completedIndexes?: string;
  readonly failedIndexes?: string;
  readonly conditions?: readonly { readonly type?: string; readonly status?: string }[];
  readonly uncountedTerminatedPods?: {
    readonly succeeded?: readonly string[];
    readonly failed?: readonly string[];
  };
}

export interface Job {
  readonly metadata: { readonly name?: string; readonly uid?: string };
  readonly spec?: JobSpec;
  readonly status?: JobStatus;
}

export interface CronJobSpec {
  readonly schedule?: string;
  readonly timeZone?: string;
  readonly startingDeadlineSeconds?: number;
  readonly concurrencyPolicy?: string;
  readonly jobTemplate?: JsonObject & { readonly spec?: JobSpec };
  readonly successfulJobsHistoryLimit?: number;
  readonly failedJobsHistoryLimit?: number;
}
