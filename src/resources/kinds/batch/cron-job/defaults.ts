import { type ApplyDefaults, ensure, unset, within, zero } from "../../../define/fill.ts";
import { fillJobSpec } from "../shared/defaults.ts";

export const fillCronJob: ApplyDefaults = (cronJob) => {
  const spec = ensure(cronJob, "spec");
  zero(spec, "concurrencyPolicy", "Allow");
  unset(spec, "suspend", false);
  unset(spec, "successfulJobsHistoryLimit", 3);
  unset(spec, "failedJobsHistoryLimit", 1);
  within(spec, "jobTemplate", (template) => within(template, "spec", fillJobSpec));
};
