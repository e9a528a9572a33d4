import type { KubeObject } from "../../../../api/meta.ts";
import type { JsonObject } from "../../../../json/value.ts";
import { at, since, sizeOf } from "../../../define/cell.ts";
import {
  AGE,
  column,
  containerColumns,
  NAME,
  optionalTextAt,
  selectorAt,
  textAt,
  wide,
} from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { fieldGuard, withoutFields } from "../../../define/field-guard.ts";
import { type ApplyDefaults, ensure, unset, within, zero } from "../../../define/fill.ts";
import { specAndStatus, strategy } from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";
import { roundTripWorkload } from "../../shared/pod-template/fill-pod-spec.ts";
import { dropsDisabledFields } from "../../shared/pod-template/pod-template.ts";
import { podNameWarnings, sameGeneration } from "../../shared/workload/workload.ts";
import { fillJobSpec } from "../shared/defaults.ts";
import { cronJobSpec, cronJobWarnings, cronSpec, longName, zonedScheduleWarnings } from "./validate.ts";

/** Defaults of batch/v1 (SetDefaults_CronJob). */
const fillCronJob: ApplyDefaults = (cronJob) => {
  const spec = ensure(cronJob, "spec");
  zero(spec, "concurrencyPolicy", "Allow");
  unset(spec, "suspend", false);
  unset(spec, "successfulJobsHistoryLimit", 3);
  unset(spec, "failedJobsHistoryLimit", 1);
  within(spec, "jobTemplate", (template) => within(template, "spec", fillJobSpec));
};

/** Changes of the template of pods when the object is converted to the internal version and back. */
const roundTripCronJob = (cronJob: JsonObject): void =>
  within(cronJob, "spec", (spec) => within(spec, "jobTemplate", roundTripWorkload));

/** Time since the last schedule; `<none>` if there was none. */
function lastScheduled(object: KubeObject, now: number): string {
  const last = at(object, "status.lastScheduleTime");
  return last === undefined ? "<none>" : since(last, now);
}

/** `True`, `False`, or `<unset>`, as printers.go prints a pointer. */
const printedBoolean = (value: unknown): string =>
  value === undefined ? "<unset>" : value === true ? "True" : "False";

/** Fields of features that are off in 1.37. */
const OFF = [fieldGuard("WorkloadWithJob", ["spec.jobTemplate.spec.scheduling"])];

export const cronJob = defineResource({
  group: "batch",
  kind: "CronJob",
  scope: "Namespaced",
  shortNames: ["cj"],
  categories: ["all"],
  versions: [{ version: "v1", defaults: fillCronJob, roundTrip: roundTripCronJob }],
  columns: [
    NAME,
    column`Schedule: ${textAt("spec.schedule")} The schedule in Cron format, see https://en.wikipedia.org/wiki/Cron.`,
    column`Timezone: ${optionalTextAt("spec.timeZone", "<none>")} The time zone name for the given schedule, see https://en.wikipedia.org/wiki/List_of_tz_database_time_zones. If not specified, this will default to the time zone of the kube-controller-manager process. The set of valid time zone names and the time zone offset is loaded from the system-wide time zone database by the API server during CronJob validation and the controller manager during execution. If no system-wide time zone database can be found a bundled version of the database is used instead. If the time zone name becomes invalid during the lifetime of a CronJob or due to a change in host configuration, the controller will stop creating new new Jobs and will create a system event with the reason UnknownTimeZone. More information can be found in https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#time-zones`,
    column`Suspend: boolean ${(object) => printedBoolean(at(object, "spec.suspend"))} This flag tells the controller to suspend subsequent executions, it does not apply to already started executions.  Defaults to false.`,
    column`Active: integer ${(object) => sizeOf(object, "status.active")} A list of pointers to currently running jobs.`,
    column`Last Schedule: ${lastScheduled} Information when was the last time the job was successfully scheduled.`,
    AGE,
    ...containerColumns("spec.jobTemplate.spec.template.spec"),
    wide`Selector: ${selectorAt("spec.jobTemplate.spec.selector")} A label query over pods that should match the pod count. Normally, the system sets this field for you. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors`,
  ],
  subresources: [status({ repeatsMeta: [] })],
  strategy: dropsDisabledFields(
    withoutFields(
      OFF,
      strategy({
        ...specAndStatus("batch/v1.CronJob"),
        ...cronJobSpec,
        validateCreate: (object, context) => [
          ...cronJobSpec.validateCreate(object, context),
          ...longName(object),
        ],
        warnings: (object, old) => [
          ...(old === undefined ? podNameWarnings(object) : []),
          ...(sameGeneration(object, old) ? [] : cronJobWarnings(object)),
          ...(old === undefined ? [] : zonedScheduleWarnings(cronSpec(object))),
        ],
      }),
    ),
    (object) => cronSpec(object).jobTemplate?.spec?.template,
  ),
});
