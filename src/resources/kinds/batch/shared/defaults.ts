import type { JsonObject } from "../../../../json/value.ts";
import { each, within, zero } from "../../../define/fill.ts";
import { fillPodTemplate } from "../../shared/pod-template/fill-pod-spec.ts";

/** Fills in the defaults that jobs and the job templates of cron jobs share. */
export function fillJobSpec(spec: JsonObject): void {
  within(spec, "podFailurePolicy", (policy) =>
    each(policy, "rules", (rule) =>
      each(rule, "onPodConditions", (pattern) => zero(pattern, "status", "True")),
    ),
  );
  within(spec, "template", fillPodTemplate);
}
