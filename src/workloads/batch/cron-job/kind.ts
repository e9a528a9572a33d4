import type { KubeObject, ObjectMeta } from "../../../api/meta.ts";
import type { JsonObject } from "../../../json/value.ts";
import { kindOf } from "../../shared/kinds.ts";
import type { Job } from "../../shared/types.ts";

/** CronJob of batch/v1: the fields that its controller needs. */
export interface CronJob extends KubeObject {
  spec?: {
    schedule?: string;
    timeZone?: string;
    startingDeadlineSeconds?: number;
    concurrencyPolicy?: string;
    suspend?: boolean;
    jobTemplate?: { metadata?: ObjectMeta; spec?: Job["spec"] };
    successfulJobsHistoryLimit?: number;
    failedJobsHistoryLimit?: number;
  };
  status?: CronJobStatus;
}

/** The status that the controller writes. */
export interface CronJobStatus extends JsonObject {
  active?: JobReference[];
  lastScheduleTime?: string;
  lastSuccessfulTime?: string;
}

/** A job in `status.active`. */
export interface JobReference extends JsonObject {
  namespace?: string;
  name?: string;
  uid?: string;
}

export const CRON_JOBS = kindOf<CronJob>("batch/v1", "CronJob", "cronjobs");
