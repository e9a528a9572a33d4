import type { JsonObject } from "../../../api/json.ts";
import { each, ensure, isEmptyMap, part, unset, within, zero } from "../../define/fill.ts";
import { fillPodTemplate } from "../../kinds/shared/pod-template/fill-pod-spec.ts";
import type { ApplyDefaults, DefaultsTable } from "./defaults-types.ts";

const UNLIMITED = 2 ** 31 - 1;

const fillJob: ApplyDefaults = (job) => {
  const spec = ensure(job, "spec");
  if (spec.parallelism === undefined) unset(spec, "completions", 1);
  unset(spec, "parallelism", 1);
  unset(spec, "backoffLimit", spec.backoffLimitPerIndex === undefined ? 6 : UNLIMITED);
  const labels = part(part(part(spec, "template"), "metadata"), "labels");
  if (labels !== undefined && isEmptyMap(job.metadata.labels))
    // Shared, not copied: labels that the strategy adds to the template are then the job's too, as in the reference.
    Object.assign(job.metadata, { labels });
  unset(spec, "completionMode", "NonIndexed");
  unset(spec, "suspend", false);
  unset(spec, "podReplacementPolicy", spec.podFailurePolicy === undefined ? "TerminatingOrFailed" : "Failed");
  unset(spec, "manualSelector", false);
  fillJobSpec(spec);
};

/** What jobs and the jobs of cron jobs have in common. */
function fillJobSpec(spec: JsonObject): void {
  within(spec, "podFailurePolicy", (policy) =>
    each(policy, "rules", (rule) =>
      each(rule, "onPodConditions", (pattern) => zero(pattern, "status", "True")),
    ),
  );
  within(spec, "template", fillPodTemplate);
}

const fillCronJob: ApplyDefaults = (cronJob) => {
  const spec = ensure(cronJob, "spec");
  zero(spec, "concurrencyPolicy", "Allow");
  unset(spec, "suspend", false);
  unset(spec, "successfulJobsHistoryLimit", 3);
  unset(spec, "failedJobsHistoryLimit", 1);
  within(spec, "jobTemplate", (template) => within(template, "spec", fillJobSpec));
};

export const batchDefaults: DefaultsTable = { CronJob: fillCronJob, Job: fillJob };
