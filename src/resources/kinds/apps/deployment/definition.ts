import type { KubeObject } from "../../../../api/meta.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import { AGE, column, containerColumns, countAt, NAME, selectorAt, wide } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { type ApplyDefaults, ensure, unset, within, zero } from "../../../define/fill.ts";
import { scale, status } from "../../../define/subresources.ts";
import { fillPodTemplate, roundTripStrategy } from "../../shared/pod-template/fill-pod-spec.ts";
import { dropsDisabledFields } from "../../shared/pod-template/pod-template.ts";
import { templateOf } from "../../shared/workload/workload.ts";
import { readyOf } from "../shared/columns.ts";
import { namesPods, workload, workloadStatus } from "../shared/workload-strategy.ts";
import { keepRollback, rollbackProblem, roundTripRollback, withoutRollback } from "./rollback.ts";
import { checkDeployment, DEPLOYMENT_STATUS, deploymentBase, validatesDeployment } from "./validate.ts";

/** Defaults of apps/v1 (SetDefaults_Deployment). */
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

const ofStatus = workloadStatus(DEPLOYMENT_STATUS, ["labels"]);

const roundTripSteps = roundTripStrategy("strategy", ["maxUnavailable", "maxSurge"]);

function roundTripDeployment(object: KubeObject): void {
  roundTripSteps(object);
  roundTripRollback(object);
}

export const deployment = defineResource({
  group: "apps",
  kind: "Deployment",
  scope: "Namespaced",
  shortNames: ["deploy"],
  categories: ["all"],
  versions: [{ version: "v1", defaults: fillDeployment, roundTrip: roundTripDeployment }],
  columns: [
    NAME,
    column`Ready: ${readyOf} Number of the pod with ready state`,
    column`Up-to-date: ${countAt("status.updatedReplicas")} Total number of non-terminating pods targeted by this deployment that have the desired template spec.`,
    column`Available: ${countAt("status.availableReplicas")} Total number of available non-terminating pods (ready for at least minReadySeconds) targeted by this deployment.`,
    AGE,
    ...containerColumns("spec.template.spec"),
    wide`Selector: ${selectorAt("spec.selector", "", "<invalid>")} Label selector for pods. Existing ReplicaSets whose pods are selected by this will be the ones affected by this deployment. It must match the pod template's labels.`,
  ],
  subresources: [
    scale,
    status({
      ...ofStatus,
      prepareForUpdate(object, old, context) {
        ofStatus.prepareForUpdate?.(object, old, context);
        keepRollback(object, old);
      },
    }),
  ],
  strategy: dropsDisabledFields(
    workload("Deployment", checkDeployment, {
      ...namesPods,
      ...validatesDeployment,
      prepareForUpdate(object, old, context) {
        deploymentBase.prepareForUpdate(object, old, context);
        // Annotations are copied to replica sets, so the controller must handle changes of them, too.
        const { annotations } = object.metadata;
        if (!deepEqual(annotations, old.metadata.annotations))
          object.metadata.generation = (old.metadata.generation ?? 0) + 1;
      },
    }),
    templateOf,
  ),
  innerForm: withoutRollback,
  conversionProblem: rollbackProblem,
});
