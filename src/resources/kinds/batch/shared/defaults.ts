import type { JsonObject } from "../../../../api/json.ts";
import { each, within, zero } from "../../../define/fill.ts";
import { fillPodTemplate } from "../../shared/pod-template/fill-pod-spec.ts";

/** What jobs and the jobs of cron jobs have in common. */
export function fillJobSpec(spec: JsonObject): void {
  within(spec, "podFailurePolicy", (policy) =>
    each(policy, "rules", (rule) =>
      each(rule, "onPodConditions", (pattern) => zero(pattern, "status", "True")),
    ),
  );
  within(spec, "template", fillPodTemplate);
}
