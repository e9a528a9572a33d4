import type { FieldError } from "../../api/field-error.ts";
import { collectErrors } from "../../api/field-path.ts";
import type { KubeObject } from "../../api/meta.ts";
import { specAndStatus, statusOnly, strategy, view } from "../define/strategy.ts";
import { checksThenCompares } from "../define/update-order.ts";
import type { Strategy } from "../kind.ts";
import { dropsDisabledFields, podTemplateWarnings } from "../kinds/shared/pod-template/pod-template.ts";
import { podNameWarnings } from "../kinds/shared/workload/workload.ts";
import { checkCronJob, MAX_CRON_JOB_NAME } from "./batch/cron-job.ts";
import { checkJob, generateSelector, labelLikeTemplate } from "./batch/job.ts";
import { checkJobStatus } from "./batch/job-status.ts";
import { checkJobUpdate } from "./batch/job-update.ts";
import type { CronJobSpec, Job, JobSpec } from "./batch/types.ts";
import { withKubeFinalizers } from "./kube-finalizers.ts";

const jobBase = specAndStatus("batch/v1.Job");
const job = strategy({
  ...jobBase,
  warningOnDelete:
    "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning",
  prepareForCreate(object, context) {
    generateSelector(view<Job>(object));
    jobBase.prepareForCreate(object, context);
  },
  completeStored: labelLikeTemplate,
  ...checksThenCompares(checkJob, checkJobUpdate),
  warningsOnCreate: (object) => [
    ...podNameWarnings(object),
    ...jobSpecWarnings(view<Job>(object).spec, undefined, "spec"),
  ],
  warningsOnUpdate: (object, old) =>
    sameGeneration(object, old) ? [] : jobSpecWarnings(view<Job>(object).spec, view<Job>(old).spec, "spec"),
});

const sameGeneration = (object: KubeObject, old: KubeObject): boolean =>
  object.metadata.generation === old.metadata.generation;

const TOO_MANY_INDEXES =
  "In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail";

function jobSpecWarnings(spec: JobSpec = {}, old: JobSpec | undefined, path: string): string[] {
  const { completionMode, completions = 0, parallelism = 0, template } = spec;
  const huge = completionMode === "Indexed" && completions > 100_000 && parallelism > 10_000;
  return [
    ...(huge ? [`${path}: ${TOO_MANY_INDEXES}`] : []),
    ...podTemplateWarnings(template, old?.template, `${path}.template`),
  ];
}

const jobStatus = statusOnly({
  validateUpdate: (object, old) =>
    collectErrors("status", (at) => checkJobStatus(view<Job>(object), view<Job>(old), at)),
});

const cronSpec = (object: KubeObject): CronJobSpec => view<{ spec?: CronJobSpec }>(object).spec ?? {};
const validateCronJob = (object: KubeObject, old?: KubeObject): FieldError[] =>
  collectErrors("spec", (at) => checkCronJob(cronSpec(object), old && cronSpec(old), at));

const cronJob = strategy({
  ...specAndStatus("batch/v1.CronJob"),
  validateCreate: (object) => [...validateCronJob(object), ...longName(object)],
  validateUpdate: (object, old) => validateCronJob(object, old),
  warningsOnCreate: (object) => [...podNameWarnings(object), ...cronJobWarnings(object, undefined)],
  warningsOnUpdate: (object, old) => [
    ...(sameGeneration(object, old) ? [] : cronJobWarnings(object, old)),
    ...zonedScheduleWarnings(cronSpec(object)),
  ],
});

function longName({ metadata: { name = "" } }: KubeObject): FieldError[] {
  if (name.length <= MAX_CRON_JOB_NAME) return [];
  const problem = `must be no more than ${MAX_CRON_JOB_NAME} characters`;
  return collectErrors("metadata.name", (at) => at.invalid(name, problem));
}

const cronJobWarnings = (object: KubeObject, old: KubeObject | undefined): string[] =>
  jobSpecWarnings(
    cronSpec(object).jobTemplate?.spec,
    old && cronSpec(old).jobTemplate?.spec,
    "spec.jobTemplate.spec",
  );

const zonedScheduleWarnings = ({ schedule = "" }: CronJobSpec): string[] =>
  schedule.includes("TZ")
    ? [
        "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details",
      ]
    : [];

export const batchStrategies: ReadonlyMap<string, Strategy> = withKubeFinalizers([
  ["batch/jobs", dropsDisabledFields(job, (object) => view<Job>(object).spec?.template)],
  ["batch/jobs/status", jobStatus],
  ["batch/cronjobs", dropsDisabledFields(cronJob, (object) => cronSpec(object).jobTemplate?.spec?.template)],
  ["batch/cronjobs/status", statusOnly({ repeatsMeta: [] })],
]);
