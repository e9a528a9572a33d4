import { type ApplyDefaults, ensure, isEmptyMap, part, unset } from "../../../define/fill.ts";
import { fillJobSpec } from "../shared/defaults.ts";

const UNLIMITED = 2 ** 31 - 1;

/** Defaults of batch/v1 (SetDefaults_Job). */
export const fillJob: ApplyDefaults = (job) => {
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
