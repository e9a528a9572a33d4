import {
  AGE,
  column,
  containerColumns,
  countAt,
  labelsAt,
  NAME,
  selectorAt,
  wide,
} from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { type ApplyDefaults, ensure, unset, within, zero } from "../../../define/fill.ts";
import { status } from "../../../define/subresources.ts";
import { fillPodTemplate, roundTripStrategy } from "../../shared/pod-template/fill-pod-spec.ts";
import { dropsDisabledFields } from "../../shared/pod-template/pod-template.ts";
import { templateOf, templateWarnings } from "../../shared/workload/workload.ts";
import { workload } from "../shared/workload-strategy.ts";
import {
  keepTemplateGeneration,
  prepareDaemonSetForUpdate,
  sameTemplateGeneration,
  setTemplateGeneration,
  startTemplateGeneration,
  TEMPLATE_GENERATION,
  templateGenerationProblem,
  withoutTemplateGeneration,
} from "./template-generation.ts";
import { checkDaemonSet, daemonSetBase, ofDaemonSetStatus } from "./validate.ts";

/** Defaults of apps/v1 (SetDefaults_DaemonSet). */
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

export const daemonSet = defineResource({
  group: "apps",
  kind: "DaemonSet",
  scope: "Namespaced",
  shortNames: ["ds"],
  categories: ["all"],
  versions: [
    {
      version: "v1",
      defaults: fillDaemonSet,
      roundTrip: roundTripStrategy("updateStrategy", ["maxUnavailable", "maxSurge"]),
    },
  ],
  columns: [
    NAME,
    column`Desired: integer ${countAt("status.desiredNumberScheduled")} The total number of nodes that should be running the daemon pod (including nodes correctly running the daemon pod). More info: https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/`,
    column`Current: integer ${countAt("status.currentNumberScheduled")} The number of nodes that are running at least 1 daemon pod and are supposed to run the daemon pod. More info: https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/`,
    column`Ready: integer ${countAt("status.numberReady")} numberReady is the number of nodes that should be running the daemon pod and have one or more of the daemon pod running with a Ready Condition.`,
    column`Up-to-date: integer ${countAt("status.updatedNumberScheduled")} The total number of nodes that are running updated daemon pod`,
    column`Available: integer ${countAt("status.numberAvailable")} The number of nodes that should be running the daemon pod and have one or more of the daemon pod running and available (ready for at least spec.minReadySeconds)`,
    column`Node Selector: ${labelsAt("spec.template.spec.nodeSelector")} NodeSelector is a selector which must be true for the pod to fit on a node. Selector which must match a node's labels for the pod to be scheduled on that node. More info: https://kubernetes.io/docs/concepts/configuration/assign-pod-node/`,
    AGE,
    ...containerColumns("spec.template.spec"),
    wide`Selector: ${selectorAt("spec.selector")} A label query over pods that are managed by the daemon set. Must match in order to be controlled. It must match the pod template's labels. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors`,
  ],
  subresources: [
    status({
      ...ofDaemonSetStatus,
      prepareForUpdate(object, old, context) {
        ofDaemonSetStatus.prepareForUpdate?.(object, old, context);
        keepTemplateGeneration(object, old);
      },
    }),
  ],
  strategy: dropsDisabledFields(
    workload("DaemonSet", checkDaemonSet, {
      fillEmptied: (object) => setTemplateGeneration(object, 0),
      prepareForCreate(object, context) {
        daemonSetBase.prepareForCreate(object, context);
        startTemplateGeneration(object);
      },
      prepareForUpdate: prepareDaemonSetForUpdate,
      warnings: (object, old) => (sameTemplateGeneration(object, old) ? [] : templateWarnings(object, old)),
    }),
    templateOf,
  ),
  innerForm: withoutTemplateGeneration,
  conversionProblem: templateGenerationProblem,
});
