import type { Schedule } from "../../../api/cron/schedule.ts";
import { zoneOf } from "../../../api/cron/zone.ts";
import { kubeObject } from "../../../api/object/kube-object.ts";
import { formatTime } from "../../../api/time.ts";
import { quote } from "../../../go/quote.ts";
import type { JsonObject } from "../../../json/value.ts";
import { messageOf } from "../../../report/describe-error.ts";
import type { CronJob, Job } from "../../../types/tables/batch/v1-types.ts";
import type { ObjectReference as JobReference } from "../../../types/tables/core/v1-types.ts";
import { isDying } from "../../base/controller.ts";
import { RequestError } from "../../shared/client.ts";
import { CRON_JOBS, JOBS, objectPath } from "../../shared/kinds.ts";
import { controllerOf, controllerRef } from "../../shared/pods/controller-ref.ts";
import { activeJobs, deleteJob, type Run, setActive } from "./run.ts";
import { hasOwnZone, scheduleIn, timesDue, waitOf, zoneProblem } from "./times.ts";

/**
 * Creates the Job of the latest due time, unless a rule forbids it. Returns the delay before the next sync,
 * in milliseconds; undefined: the next change of the CronJob causes it.
 */
export async function startDueJob(run: Run): Promise<number | undefined> {
  const schedule = usableSchedule(run);
  if (schedule === undefined) return undefined;
  const { cronJob, now } = run;
  const due = timesDue(cronJob, schedule, now, { heedsDeadline: true });
  if (due === undefined) {
    const why = "time difference between two schedules is less than 1 second";
    run.events.warning(cronJob, "InvalidSchedule", `invalid schedule: ${cronJob.spec?.schedule} : ${why}`);
    return undefined;
  }
  if (due.last !== undefined && due.count > MANY) run.events.warning(cronJob, "TooManyMissedTimes", TOO_MANY);
  if (due.last !== undefined && mayStart(run, due.last) && !(await start(run, due.last))) return undefined;
  return waitOf({ ...cronJob, status: run.status }, schedule, now);
}

const MANY = 100;
const TOO_MANY =
  "too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew";

/** Returns the schedule; undefined if no Job starts until the CronJob changes. */
function usableSchedule({ cronJob, events }: Run): Schedule | undefined {
  const { schedule: text = "", suspend, timeZone } = cronJob.spec ?? {};
  if (isDying(cronJob)) return undefined;
  const problem = timeZone === undefined ? undefined : zoneProblem(timeZone);
  if (problem !== undefined) {
    events.warning(cronJob, "UnknownTimeZone", `invalid timeZone: ${quote(timeZone ?? "")}: ${problem}`);
    return undefined;
  }
  if (suspend === true) return undefined;
  if (hasOwnZone(text)) events.warning(cronJob, "UnsupportedSchedule", unsupported(text));
  const schedule = scheduleIn(cronJob);
  if (typeof schedule !== "string") return schedule;
  events.warning(cronJob, "UnparseableSchedule", `unparseable schedule: ${quote(text)} : ${schedule}`);
  return undefined;
}

const unsupported = (schedule: string): string =>
  `CRON_TZ or TZ used in schedule ${quote(schedule)} is not officially supported, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details`;

/**
 * Returns true if the deadline of the time has not passed, the time has not been used, and the concurrency
 * policy allows another Job.
 */
function mayStart(run: Run, time: number): boolean {
  const { cronJob, events, now, status } = run;
  const { startingDeadlineSeconds: deadline, concurrencyPolicy } = cronJob.spec ?? {};
  if (deadline !== undefined && time + deadline * 1000 < now) {
    const date = new Date(time).toUTCString().replace("GMT", "+0000");
    events.warning(cronJob, "MissSchedule", `Missed scheduled time to start a job: ${date}`);
    return false;
  }
  const isRunning = activeJobs(run).some(({ name }) => name === jobName(cronJob, time));
  if (isRunning || Date.parse(status.lastScheduleTime ?? "") === time) return false;
  if (concurrencyPolicy !== "Forbid" || activeJobs(run).length === 0) return true;
  const why = "Not starting job because prior execution is running and concurrency policy is Forbid";
  events.normal(cronJob, "JobAlreadyActive", why);
  return false;
}

/**
 * Creates the Job of a time. Returns false if a Job of this name already exists and does not have to be added
 * to the status.
 */
async function start(run: Run, time: number): Promise<boolean> {
  if (run.cronJob.spec?.concurrencyPolicy === "Replace") await deleteActiveJobs(run);
  const job = await makeJob(run, time);
  if (job === undefined) return false;
  setActive(run, [...activeJobs(run), referenceTo(job)]);
  run.status = { ...run.status, lastScheduleTime: formatTime(time) };
  return true;
}

/**
 * Creates the Job of a time. Undefined: a Job of this name exists, and it is already in the status or has
 * another owner.
 */
async function makeJob(run: Run, time: number): Promise<Job | undefined> {
  const { cronJob, events, writer } = run;
  try {
    const made = await writer.create(JOBS, cronJob.metadata.namespace ?? "", jobAt(cronJob, time));
    events.normal(cronJob, "SuccessfulCreate", `Created job ${made.metadata.name}`);
    return made;
  } catch (error) {
    if (!(error instanceof RequestError) || error.isTerminating) throw error;
    if (error.reason === "AlreadyExists") return forgottenJob(run, time);
    events.warning(cronJob, "FailedCreate", `Error creating job: ${messageOf(error)}`);
    throw error;
  }
}

/** Returns the existing Job of a time if this CronJob controls it and `status.active` does not contain it. */
async function forgottenJob(run: Run, time: number): Promise<Job | undefined> {
  const job = await getJob(run, jobName(run.cronJob, time));
  const isOurs = controllerOf(job)?.uid === run.cronJob.metadata.uid;
  return isOurs && !activeJobs(run).some(({ uid }) => uid === job.metadata.uid) ? job : undefined;
}

async function getJob({ api, cronJob }: Run, name: string): Promise<Job> {
  const { namespace = "" } = cronJob.metadata;
  const answer = await api.get(objectPath(JOBS, { metadata: { namespace, name } }));
  if (answer.status >= 300) throw new RequestError(answer);
  return JOBS.of(kubeObject(answer.body));
}

async function deleteActiveJobs(run: Run): Promise<void> {
  for (const { name = "" } of activeJobs(run)) {
    const job = await getJob(run, name).catch((error: unknown) => {
      run.events.warning(run.cronJob, "FailedGet", `Get job: ${messageOf(error)}`);
      throw error;
    });
    if (!(await deleteJob(run, job)))
      throw new Error(`could not replace job ${job.metadata.namespace}/${name}`);
  }
}

const SCHEDULED_AT = "batch.kubernetes.io/cronjob-scheduled-timestamp";
const MINUTE_MS = 60_000;

/**
 * Returns the name of the Job for a time, in milliseconds since the epoch. All tries for one time have the
 * same name, so only one Job can be created for it.
 */
const jobName = ({ metadata }: CronJob, time: number): string =>
  `${metadata.name}-${Math.floor(time / MINUTE_MS)}`;

/** Returns the Job for a time, in milliseconds since the epoch: getJobFromTemplate2 of the reference. */
function jobAt(cronJob: CronJob, time: number): JsonObject {
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
const referenceTo = ({ metadata: { namespace, name, uid, resourceVersion } }: Job): JobReference => ({
  kind: JOBS.kind,
  ...(namespace === undefined ? {} : { namespace }),
  ...(name === undefined ? {} : { name }),
  ...(uid === undefined ? {} : { uid }),
  apiVersion: JOBS.apiVersion,
  ...(resourceVersion === undefined ? {} : { resourceVersion }),
});
