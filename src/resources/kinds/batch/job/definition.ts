import { collectErrors } from "../../../../api/validation/field-report.ts";
import { quote } from "../../../../go/quote.ts";
import type { Job } from "../../../../types/tables/batch/v1-types.ts";
import { AGE, column, containerColumns, NAME, selectorAt, wide } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { fieldGuard, withoutFields } from "../../../define/field-guard.ts";
import { fieldAt } from "../../../define/selectable-fields.ts";
import { strategy, validatesObject, view } from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";
import { roundTripWorkload } from "../../shared/pod-template/fill-pod-spec.ts";
import { dropsDisabledFields } from "../../shared/pod-template/pod-template.ts";
import { labelLikeTemplate } from "../../shared/pod-template/scheduling/label-like-template.ts";
import { podNameWarnings, sameGeneration } from "../../shared/workload/workload.ts";
import { jobSpecWarnings } from "../shared/job-warnings.ts";
import { jobCompletions, jobDuration, jobStatus } from "./columns.ts";
import { fillJob } from "./defaults.ts";
import { checkJob, generateSelector, jobBase } from "./validate.ts";
import { checkJobStatus } from "./validate-status.ts";
import { checkJobUpdate } from "./validate-update.ts";

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
