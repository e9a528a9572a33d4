import type { JsonObject } from "../../../../json/value.ts";
import { type ApplyDefaults, ensure, unset, within, zero } from "../../../define/fill.ts";
import { roundTripWorkload } from "../../shared/pod-template/fill-pod-spec.ts";
import { fillJobSpec } from "../shared/defaults.ts";

/** Defaults of batch/v1 (SetDefaults_CronJob). */
export const fillCronJob: ApplyDefaults = (cronJob) => {
  const spec = ensure(cronJob, "spec");
  zero(spec, "concurrencyPolicy", "Allow");
  unset(spec, "suspend", false);
  unset(spec, "successfulJobsHistoryLimit", 3);
  unset(spec, "failedJobsHistoryLimit", 1);
  within(spec, "jobTemplate", (template) => within(template, "spec", fillJobSpec));
};

/** Changes of the template of pods when the object is converted to the internal version and back. */
export const roundTripCronJob = (cronJob: JsonObject): void =>
  within(cronJob, "spec", (spec) => within(spec, "jobTemplate", roundTripWorkload));
