import { nameIsLongName } from "../../../../api/validation/name-format.ts";
import { AGE, column, containerColumns, countAt, labelsAt, NAME, wide } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { type ApplyDefaults, ensure, isEmptyMap, part, unset } from "../../../define/fill.ts";
import { fieldAt } from "../../../define/selectable-fields.ts";
import { specAndStatus, strategy, validatesSpec, validatesStatus } from "../../../define/strategy.ts";
import { scale, status } from "../../../define/subresources.ts";
import { fillPodTemplate, roundTripWorkload } from "../../shared/pod-template/fill-pod-spec.ts";
import { dropsDisabledFields } from "../../shared/pod-template/pod-template.ts";
import { labelLikeTemplate } from "../../shared/pod-template/scheduling/label-like-template.ts";
import { templateOf } from "../../shared/workload/workload.ts";
import { checkController, checkControllerStatus, warnings } from "./validate.ts";

/** Defaults; selector and labels are those of the template (SetDefaults_ReplicationController). */
const fillReplicationController: ApplyDefaults = (controller) => {
  const spec = ensure(controller, "spec");
  const template = part(spec, "template");
  const labels = part(part(template, "metadata"), "labels");
  if (labels !== undefined) {
    if (isEmptyMap(part(spec, "selector"))) spec.selector = { ...labels };
    if (isEmptyMap(controller.metadata.labels)) Object.assign(controller.metadata, { labels: { ...labels } });
  }
  unset(spec, "replicas", 1);
  if (template !== undefined) fillPodTemplate(template);
};

export const replicationController = defineResource({
  group: "",
  kind: "ReplicationController",
  scope: "Namespaced",
  shortNames: ["rc"],
  categories: ["all"],
  storagePrefix: "controllers",
  versions: [{ version: "v1", defaults: fillReplicationController, roundTrip: roundTripWorkload }],
  columns: [
    NAME,
    column`Desired: integer ${countAt("spec.replicas")} Replicas is the number of desired replicas. This is a pointer to distinguish between explicit zero and unspecified. Defaults to 1. More info: https://kubernetes.io/docs/concepts/workloads/controllers/replicationcontroller#what-is-a-replicationcontroller`,
    column`Current: integer ${countAt("status.replicas")} Replicas is the most recently observed number of replicas. More info: https://kubernetes.io/docs/concepts/workloads/controllers/replicationcontroller#what-is-a-replicationcontroller`,
    column`Ready: integer ${countAt("status.readyReplicas")} The number of ready replicas for this replication controller.`,
    AGE,
    ...containerColumns("spec.template.spec"),
    wide`Selector: ${labelsAt("spec.selector")} Selector is a label query over pods that should match the Replicas count. If Selector is empty, it is defaulted to the labels present on the Pod template. Label keys and values that must match in order to be controlled by this replication controller, if empty defaulted to labels on Pod template. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors`,
  ],
  selectableFields: { "status.replicas": fieldAt("status.replicas", "0") },
  subresources: [scale, status(validatesStatus(checkControllerStatus))],
  strategy: dropsDisabledFields(
    strategy({
      ...specAndStatus("core/v1.ReplicationController"),
      orphansByDefault: true,
      // The rule for names applies only to the generated name.
      nameProblems: (name, prefix) => (prefix ? [] : nameIsLongName(name, false)),
      declaresName: true,
      completeStored: labelLikeTemplate,
      ...validatesSpec(checkController),
      warnings,
    }),
    templateOf,
  ),
});
