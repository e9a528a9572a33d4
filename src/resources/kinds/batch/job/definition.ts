import type { KubeObject } from "../../../../api/meta.ts";
import { collectErrors } from "../../../../api/validation/field-report.ts";
import { quote } from "../../../../go/quote.ts";
import type { Job } from "../../../../types/tables/batch/v1-types.ts";
import { at, count, items, text } from "../../../define/cell.ts";
import { AGE, column, containerColumns, NAME, selectorAt, wide } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { fieldGuard, withoutFields } from "../../../define/field-guard.ts";
import { type ApplyDefaults, ensure, isEmptyMap, part, unset } from "../../../define/fill.ts";
import { humanDuration } from "../../../define/human-duration.ts";
import { fieldAt } from "../../../define/selectable-fields.ts";
import { strategy, validatesObject, view } from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";
import { roundTripWorkload } from "../../shared/pod-template/fill-pod-spec.ts";
import { dropsDisabledFields } from "../../shared/pod-template/pod-template.ts";
import { labelLikeTemplate } from "../../shared/pod-template/scheduling/label-like-template.ts";
import { podNameWarnings, sameGeneration } from "../../shared/workload/workload.ts";
import { fillJobSpec } from "../shared/defaults.ts";
import { jobSpecWarnings } from "../shared/job-warnings.ts";
import { checkJob, generateSelector, jobBase } from "./validate.ts";
import { checkJobStatus } from "./validate-status.ts";
import { checkJobUpdate } from "./validate-update.ts";

const UNLIMITED = 2 ** 31 - 1;

/** Defaults of batch/v1 (SetDefaults_Job). */
const fillJob: ApplyDefaults = (job) => {
  const spec = ensure(job, "spec");
  if (spec.parallelism === undefined) unset(spec, "completions", 1);
  unset(spec, "parallelism", 1);
  unset(spec, "backoffLimit", spec.backoffLimitPerIndex === undefined ? 6 : UNLIMITED);
  const labels = part(part(part(spec, "template"), "metadata"), "labels");
  if (labels !== undefined && isEmptyMap(job.metadata.labels))
    // Shared, not copied: labels that the strategy adds to the template become labels of the job, too, as in
    // the reference.
    Object.assign(job.metadata, { labels });
  unset(spec, "completionMode", "NonIndexed");
  unset(spec, "suspend", false);
  unset(spec, "podReplacementPolicy", spec.podFailurePolicy === undefined ? "TerminatingOrFailed" : "Failed");
  unset(spec, "manualSelector", false);
  fillJobSpec(spec);
};

/** Fields of features that are off in 1.37. */
const OFF = [fieldGuard("WorkloadWithJob", ["spec.scheduling"])];

export const job = defineResource({
  group: "batch",
  kind: "Job",
  scope: "Namespaced",
  categories: ["all"],
  versions: [{ version: "v1", defaults: fillJob, roundTrip: roundTripWorkload }],
  columns: [
    NAME,
    column`Status: ${jobStatus} Status of the job.`,
    column`Completions: ${jobCompletions} The number of pods which reached phase Succeeded. The value increases monotonically for a given spec. However, it may decrease in reaction to scale down of elastic indexed jobs.`,
    column`Duration: ${jobDuration} Time required to complete the job.`,
    AGE,
    ...containerColumns("spec.template.spec"),
    wide`Selector: ${selectorAt("spec.selector")} A label query over pods that should match the pod count. Normally, the system sets this field for you. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors`,
  ],
  selectableFields: { "status.successful": fieldAt("status.succeeded", "0") },
  unknownFieldSelector: (label) => `field label ${quote(label)} not supported for Job`,
  subresources: [
    status({
      validateUpdate: (object, old, context) =>
        collectErrors("status", (at) => checkJobStatus(view<Job>(object), view<Job>(old), at), context),
    }),
  ],
  strategy: {
    ...dropsDisabledFields(
      withoutFields(
        OFF,
        strategy({
          ...jobBase,
          warningOnDelete:
            "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning",
          prepareForCreate(object, context) {
            generateSelector(view<Job>(object));
            jobBase.prepareForCreate(object, context);
          },
          completeStored: labelLikeTemplate,
          ...validatesObject<Job>((job, old, at) =>
            old === undefined ? checkJob(job, at) : checkJobUpdate(job, old, at),
          ),
          warnings: (object, old) => [
            ...(old === undefined ? podNameWarnings(object) : []),
            ...(sameGeneration(object, old) ? [] : jobSpecWarnings(view<Job>(object).spec, "spec")),
          ],
        }),
      ),
      (object) => view<Job>(object).spec?.template,
    ),
    orphansByDefault: true,
  },
});

/** State of a job in one word (printJob). */
function jobStatus(object: KubeObject): string {
  const conditions = items(object, "status.conditions");
  const holds = (type: string): boolean =>
    conditions.find((condition) => condition.type === type)?.status === "True";
  if (holds("Complete")) return "Complete";
  if (holds("Failed")) return "Failed";
  if (object.metadata.deletionTimestamp !== undefined) return "Terminating";
  return ["Suspended", "FailureTarget", "SuccessCriteriaMet"].find(holds) ?? "Running";
}

/** Succeeded pods and wanted ones: `1/3`, or `1/1 of 3`. */
function jobCompletions(object: KubeObject): string {
  const done = count(object, "status.succeeded");
  const wanted = at(object, "spec.completions");
  if (typeof wanted === "number") return `${done}/${wanted}`;
  const parallelism = count(object, "spec.parallelism");
  return parallelism > 1 ? `${done}/1 of ${parallelism}` : `${done}/1`;
}

/** Time from the start to the end, or until now. */
function jobDuration(object: KubeObject, now: number): string {
  const start = text(object, "status.startTime");
  if (start === "") return "";
  const end = text(object, "status.completionTime");
  return humanDuration((end === "" ? now : Date.parse(end)) - Date.parse(start));
}
