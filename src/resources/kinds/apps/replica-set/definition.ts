import { AGE, column, containerColumns, countAt, NAME, selectorAt, wide } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { type ApplyDefaults, ensure, unset, within } from "../../../define/fill.ts";
import { scale, status } from "../../../define/subresources.ts";
import { fillPodTemplate, roundTripWorkload } from "../../shared/pod-template/fill-pod-spec.ts";
import { dropsDisabledFields } from "../../shared/pod-template/pod-template.ts";
import { templateOf } from "../../shared/workload/workload.ts";
import { namesPods, workload, workloadStatus } from "../shared/workload-strategy.ts";
import { checkReplicaSet, REPLICA_SET_STATUS } from "./validate.ts";

/** Defaults of apps/v1 (SetDefaults_ReplicaSet). */
const fillReplicaSet: ApplyDefaults = (replicaSet) => {
  const spec = ensure(replicaSet, "spec");
  unset(spec, "replicas", 1);
  within(spec, "template", fillPodTemplate);
};

export const replicaSet = defineResource({
  group: "apps",
  kind: "ReplicaSet",
  scope: "Namespaced",
  shortNames: ["rs"],
  categories: ["all"],
  versions: [{ version: "v1", defaults: fillReplicaSet, roundTrip: roundTripWorkload }],
  columns: [
    NAME,
    column`Desired: integer ${countAt("spec.replicas")} Replicas is the number of desired pods. This is a pointer to distinguish between explicit zero and unspecified. Defaults to 1. More info: https://kubernetes.io/docs/concepts/workloads/controllers/replicaset`,
    column`Current: integer ${countAt("status.replicas")} Replicas is the most recently observed number of non-terminating pods. More info: https://kubernetes.io/docs/concepts/workloads/controllers/replicaset`,
    column`Ready: integer ${countAt("status.readyReplicas")} The number of non-terminating pods targeted by this ReplicaSet with a Ready Condition.`,
    AGE,
    ...containerColumns("spec.template.spec"),
    wide`Selector: ${selectorAt("spec.selector")} Selector is a label query over pods that should match the replica count. Label keys and values that must match in order to be controlled by this replica set. It must match the pod template's labels. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors`,
  ],
  subresources: [scale, status(workloadStatus(REPLICA_SET_STATUS))],
  strategy: dropsDisabledFields(workload("ReplicaSet", checkReplicaSet, namesPods), templateOf),
});
