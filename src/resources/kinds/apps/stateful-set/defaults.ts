import type { JsonObject } from "../../../../json/value.ts";
import { type ApplyDefaults, each, ensure, part, unset, within, zero } from "../../../define/fill.ts";
import { fillClaim } from "../../core/persistent-volume-claim/defaults.ts";
import { fillPodTemplate } from "../../shared/pod-template/fill-pod-spec.ts";

/** Defaults of apps/v1 (SetDefaults_StatefulSet). */
export const fillStatefulSet: ApplyDefaults = (statefulSet) => {
  fillWithoutUnavailable(statefulSet);
  const strategy = part(part(statefulSet, "spec"), "updateStrategy");
  if (strategy?.type === "RollingUpdate")
    within(strategy, "rollingUpdate", (rolling) => unset(rolling, "maxUnavailable", 1));
};

/** The same without the gate MaxUnavailableStatefulSet. */
export const fillWithoutUnavailable: ApplyDefaults = (statefulSet) => {
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

/** Fills in the update strategy. A strategy with a type but without parameters is not completed. */
function fillStatefulSetStrategy(strategy: JsonObject): void {
  if (strategy.type === undefined) {
    strategy.type = "RollingUpdate";
    ensure(strategy, "rollingUpdate");
  }
  if (strategy.type !== "RollingUpdate") return;
  within(strategy, "rollingUpdate", (rolling) => unset(rolling, "partition", 0));
}

function fillClaimTemplate(template: JsonObject): void {
  template.apiVersion = "v1";
  template.kind = "PersistentVolumeClaim";
  fillClaim(template);
}
