import { type ApplyDefaults, ensure, unset, within, zero } from "../../../define/fill.ts";
import { fillPodTemplate } from "../../shared/pod-template/fill-pod-spec.ts";
import { TEMPLATE_GENERATION } from "./template-generation.ts";

/** Defaults of apps/v1 (SetDefaults_DaemonSet). */
export const fillDaemonSet: ApplyDefaults = (daemonSet) => {
  const spec = ensure(daemonSet, "spec");
  const strategy = ensure(spec, "updateStrategy");
  zero(strategy, "type", "RollingUpdate");
  if (strategy.type === "RollingUpdate") {
    const rolling = ensure(strategy, "rollingUpdate");
    unset(rolling, "maxUnavailable", 1);
    unset(rolling, "maxSurge", 0);
  }
  unset(spec, "revisionHistoryLimit", 10);
  within(spec, "template", fillPodTemplate);
  unset(ensure(daemonSet.metadata, "annotations"), TEMPLATE_GENERATION, "0");
};
