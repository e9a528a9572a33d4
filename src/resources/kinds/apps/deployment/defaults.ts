import type { JsonObject } from "../../../../api/json.ts";
import { type ApplyDefaults, ensure, part, unset, within, zero } from "../../../define/fill.ts";
import { fillPodTemplate } from "../../shared/pod-template/fill-pod-spec.ts";

export const fillDeployment: ApplyDefaults = (deployment) => {
  const spec = ensure(deployment, "spec");
  unset(spec, "replicas", 1);
  const strategy = ensure(spec, "strategy");
  zero(strategy, "type", "RollingUpdate");
  fillSteps(strategy);
  unset(spec, "revisionHistoryLimit", 10);
  unset(spec, "progressDeadlineSeconds", 600);
  within(spec, "template", fillPodTemplate);
};

/** Validation refuses steps of other strategies, which conversion has filled with zeros by then: webhooks see these. */
function fillSteps(strategy: JsonObject): void {
  const isRolling = strategy.type === "RollingUpdate";
  const rolling = isRolling ? ensure(strategy, "rollingUpdate") : part(strategy, "rollingUpdate");
  if (rolling === undefined) return;
  unset(rolling, "maxUnavailable", isRolling ? "25%" : 0);
  unset(rolling, "maxSurge", isRolling ? "25%" : 0);
}
