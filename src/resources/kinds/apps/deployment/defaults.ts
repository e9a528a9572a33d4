import { type ApplyDefaults, ensure, unset, within, zero } from "../../../define/fill.ts";
import { fillPodTemplate } from "../../shared/pod-template/fill-pod-spec.ts";

/** Defaults of apps/v1 (SetDefaults_Deployment). */
export const fillDeployment: ApplyDefaults = (deployment) => {
  const spec = ensure(deployment, "spec");
  unset(spec, "replicas", 1);
  const strategy = ensure(spec, "strategy");
  zero(strategy, "type", "RollingUpdate");
  if (strategy.type === "RollingUpdate") {
    const rolling = ensure(strategy, "rollingUpdate");
    unset(rolling, "maxUnavailable", "25%");
    unset(rolling, "maxSurge", "25%");
  }
  unset(spec, "revisionHistoryLimit", 10);
  unset(spec, "progressDeadlineSeconds", 600);
  within(spec, "template", fillPodTemplate);
};
