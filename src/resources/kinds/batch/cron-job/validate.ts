import { parseSchedule } from "../../../../api/cron/parse-schedule.ts";
import { timeZoneProblem } from "../../../../api/cron/time-zone.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { type FieldError, NamedText } from "../../../../api/validation/field-error.ts";
import {
  type ChangeCheck,
  collectErrors,
  type FieldReport,
} from "../../../../api/validation/field-report.ts";
import type { CronJobSpec } from "../../../../types/tables/batch/v1-types.ts";
import { specOf, validatesSpec } from "../../../define/strategy.ts";
import { printedSelector } from "../../shared/values/printed.ts";
import { checkJobSpec } from "../job/validate.ts";
import { jobSpecWarnings } from "../shared/job-warnings.ts";

/** Length limit of the name: the names of jobs have eleven more characters, and must be valid labels. */
const MAX_CRON_JOB_NAME = 52;

const POLICIES = ["Allow", "Forbid", "Replace"];

/** Checks the spec of a CronJob; `old` on update (validateCronJobSpec). */
function checkCronJob(spec: CronJobSpec, old: CronJobSpec | undefined, at: FieldReport): void {
  if (at.declared.require("schedule", spec.schedule)) checkSchedule(spec, old, at.child("schedule"));
  at.nonNegative("startingDeadlineSeconds", spec.startingDeadlineSeconds);
  const { timeZone } = spec;
  if (timeZone !== undefined && timeZone !== old?.timeZone) checkTimeZone(timeZone, at.child("timeZone"));
  at.requireSupported("concurrencyPolicy", spec.concurrencyPolicy, POLICIES);
  checkJobTemplate(spec, old, at.child("jobTemplate.spec"));
  at.nonNegative("successfulJobsHistoryLimit", spec.successfulJobsHistoryLimit);
  at.nonNegative("failedJobsHistoryLimit", spec.failedJobsHistoryLimit);
}

const checkSchedule: ChangeCheck<CronJobSpec> = ({ schedule = "", timeZone }, old, at) => {
  const parsed = parseSchedule(schedule);
  if (typeof parsed === "string") at.invalid(schedule, parsed);
  if (!schedule.includes("TZ")) return;
  const inherited = old?.schedule?.includes("TZ") ?? false;
  if (!inherited) at.invalid(schedule, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
  else if (timeZone !== undefined) {
    at.invalid(schedule, "cannot use both timeZone field and TZ or CRON_TZ in schedule");
  }
};

function checkTimeZone(name: string, at: FieldReport): void {
  // The reference passes a pointer to the error, which is printed as JSON.
  const printed = new NamedText(name);
  if (name === "") at.invalid(printed, "timeZone must be nil or non-empty string");
  else if (!name.split("/").every(isNamePart)) at.invalid(printed, `unknown time zone ${name}`);
  else {
    if (name.toLowerCase() === "local") {
      at.invalid(
        printed,
        "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones",
      );
    }
    const problem = timeZoneProblem(name);
    if (problem !== undefined) at.invalid(printed, problem);
  }
}

const isNamePart = (part: string): boolean =>
  /^[A-Za-z.\-_0-9+]{1,14}$/.test(part) && part !== "." && part !== ".." && !part.startsWith("-");

function checkJobTemplate(spec: CronJobSpec, old: CronJobSpec | undefined, at: FieldReport): void {
  const job = spec.jobTemplate?.spec ?? {};
  checkJobSpec(job, old?.jobTemplate?.spec, at);
  if (job.selector !== undefined)
    at.child("selector").invalid(printedSelector(job.selector), "`selector` will be auto-generated");
  if (job.manualSelector === true) at.child("manualSelector").notSupported(true, ["nil", "false"]);
}

/** `spec` of a CronJob; empty if there is none. */
export const cronSpec = (object: KubeObject): CronJobSpec => specOf<CronJobSpec>(object);

/** Validates the spec. */
export const cronJobSpec = validatesSpec(checkCronJob);

/** Error of a name that leaves too few characters for the names of its jobs. */
export function longName({ metadata: { name = "" } }: KubeObject): FieldError[] {
  if (name.length <= MAX_CRON_JOB_NAME) return [];
  const problem = `must be no more than ${MAX_CRON_JOB_NAME} characters`;
  return collectErrors("metadata.name", (at) => at.invalid(name, problem));
}

/** Warnings about the template of jobs. */
export const cronJobWarnings = (object: KubeObject): string[] =>
  jobSpecWarnings(cronSpec(object).jobTemplate?.spec, "spec.jobTemplate.spec");

/** Warning about a time zone inside the schedule. */
export const zonedScheduleWarnings = ({ schedule = "" }: CronJobSpec): string[] =>
  schedule.includes("TZ")
    ? [
        "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details",
      ]
    : [];
