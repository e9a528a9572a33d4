import type { JsonObject } from "../../../api/json.ts";
import { each, ensure, part, unset, within, zero } from "../../define/fill.ts";
import { fillPodTemplate } from "../../kinds/shared/pod-template/fill-pod-spec.ts";
import { fillClaim } from "./core.ts";
import type { ApplyDefaults, DefaultsTable } from "./defaults-types.ts";

const fillDeployment: ApplyDefaults = (deployment) => {
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

const fillDaemonSet: ApplyDefaults = (daemonSet) => {
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

/** Every version but the internal one has it as an annotation: a number, 0 until the server counts. */
const TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

const fillStatefulSet: ApplyDefaults = (statefulSet) => {
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

/** A strategy that is named but not described stays so. */
function fillStatefulSetStrategy(strategy: JsonObject): void {
  if (strategy.type === undefined) {
    strategy.type = "RollingUpdate";
    ensure(strategy, "rollingUpdate");
  }
  const rolling = part(strategy, "rollingUpdate");
  if (strategy.type === "RollingUpdate" && rolling !== undefined) unset(rolling, "partition", 0);
}

function fillClaimTemplate(template: JsonObject): void {
  template.apiVersion = "v1";
  template.kind = "PersistentVolumeClaim";
  fillClaim(template);
}

const fillReplicaSet: ApplyDefaults = (replicaSet) => {
  const spec = ensure(replicaSet, "spec");
  unset(spec, "replicas", 1);
  within(spec, "template", fillPodTemplate);
};

export const appsDefaults: DefaultsTable = {
  DaemonSet: fillDaemonSet,
  Deployment: fillDeployment,
  ReplicaSet: fillReplicaSet,
  StatefulSet: fillStatefulSet,
};
