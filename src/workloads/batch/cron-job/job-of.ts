import { zoneOf } from "../../../api/cron/zone.ts";
import { formatTime } from "../../../api/time.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { CronJob, Job } from "../../../types/tables/batch/v1-types.ts";
import type { ObjectReference as JobReference } from "../../../types/tables/core/v1-types.ts";
import { CRON_JOBS, JOBS } from "../../shared/kinds.ts";
import { controllerRef } from "../../shared/pods/controller-ref.ts";

const SCHEDULED_AT = "batch.kubernetes.io/cronjob-scheduled-timestamp";
const MINUTE_MS = 60_000;

/**
 * Returns the name of the Job for a time, in milliseconds since the epoch. All tries for one time have the
 * same name, so only one Job can be created for it.
 */
export const jobName = ({ metadata }: CronJob, time: number): string =>
  `${metadata.name}-${Math.floor(time / MINUTE_MS)}`;

/** Returns the Job for a time, in milliseconds since the epoch: getJobFromTemplate2 of the reference. */
export function jobAt(cronJob: CronJob, time: number): JsonObject {
  const { jobTemplate: { metadata, spec = {} } = {}, timeZone = "" } = cronJob.spec ?? {};
  const scheduled = { [SCHEDULED_AT]: zonedTime(time, timeZone === "" ? "UTC" : timeZone) };
  return {
    apiVersion: JOBS.apiVersion,
    kind: JOBS.kind,
    metadata: {
      name: jobName(cronJob, time),
      ...(metadata?.labels === undefined ? {} : { labels: metadata.labels }),
      annotations: { ...metadata?.annotations, ...scheduled },
      ownerReferences: [controllerRef(CRON_JOBS, cronJob)],
    },
    spec,
  };
}

/** Formats a time in RFC 3339 with the offset of a zone: `2026-07-01T12:00:00+02:00`. */
function zonedTime(time: number, zone: string): string {
  const minutes = Math.round(zoneOf(zone).offsetAt(time) / MINUTE_MS);
  if (minutes === 0) return formatTime(time);
  const two = (number: number): string => String(Math.floor(number)).padStart(2, "0");
  const size = Math.abs(minutes);
  const offset = `${minutes < 0 ? "-" : "+"}${two(size / 60)}:${two(size % 60)}`;
  return formatTime(time + minutes * MINUTE_MS).replace("Z", offset);
}

/** Returns the reference to a Job for `status.active`. */
export const referenceTo = ({ metadata: { namespace, name, uid, resourceVersion } }: Job): JobReference => ({
  kind: JOBS.kind,
  ...(namespace === undefined ? {} : { namespace }),
  ...(name === undefined ? {} : { name }),
  ...(uid === undefined ? {} : { uid }),
  apiVersion: JOBS.apiVersion,
  ...(resourceVersion === undefined ? {} : { resourceVersion }),
});
