import type { JsonObject } from "../../../../api/json.ts";
import { type ApplyDefaults, each, ensure, part, unset, within, zero } from "../../../define/fill.ts";
import { fillClaim } from "../../core/persistent-volume-claim/defaults.ts";
import { fillPodTemplate } from "../../shared/pod-template/fill-pod-spec.ts";

export const fillStatefulSet: ApplyDefaults = (statefulSet) => {
  const spec = ensure(statefulSet, "spec");
  zero(spec, "podManagementPolicy", "OrderedReady");
  fillStatefulSetStrategy(ensure(spec, "updateStrategy"));
  const retention = ensure(spec, "persistentVolumeClaimRetentionPolicy");
  zero(retention, "whenDeleted", "Retain");
  zero(retention, "whenScaled", "Retain");
  unset(spec, "replicas", 1);
  unset(spec, "revisionHistoryLimit", 10);
  within(spec, "template", fillPodTemplate);
  each(spec, "volumeClaimTemplates", fillClaimTemplate);
};

/**
 * A strategy that is named but not described stays so. Validation refuses the steps of other strategies, which conversion
 * has filled with a zero by then: webhooks see it.
 */
function fillStatefulSetStrategy(strategy: JsonObject): void {
  if (strategy.type === undefined) {
    strategy.type = "RollingUpdate";
    ensure(strategy, "rollingUpdate");
  }
  const rolling = part(strategy, "rollingUpdate");
  if (rolling !== undefined) unset(rolling, "partition", 0);
}

function fillClaimTemplate(template: JsonObject): void {
  template.apiVersion = "v1";
  template.kind = "PersistentVolumeClaim";
  fillClaim(template);
}
