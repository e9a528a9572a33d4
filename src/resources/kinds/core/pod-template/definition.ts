import type { KubeObject } from "../../../../api/meta.ts";
import { at, containerCells } from "../../../define/cell.ts";
import { column, labelsAt, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { within } from "../../../define/fill.ts";
import { countGeneration, startGeneration, strategy, validatesObject } from "../../../define/strategy.ts";
import { fillPodTemplate, roundTripPodTemplate } from "../../shared/pod-template/fill-pod-spec.ts";
import {
  checkPodTemplate,
  dropsDisabledFields,
  podTemplateWarnings,
} from "../../shared/pod-template/pod-template.ts";
import { sameGeneration } from "../../shared/workload/workload.ts";
import { templateOf } from "./validate.ts";

export const podTemplate = defineResource({
  group: "",
  kind: "PodTemplate",
  scope: "Namespaced",
  versions: [
    {
      version: "v1",
      defaults: (object) => within(object, "template", fillPodTemplate),
      roundTrip: (object) => within(object, "template", roundTripPodTemplate),
    },
  ],
  columns: [
    NAME,
    column`Containers: ${(object) => containerCells(at(object, "template.spec"))[0]} Names of each container in the template.`,
    column`Images: ${(object) => containerCells(at(object, "template.spec"))[1]} Images referenced by each container in the template.`,
    column`Pod Labels: ${labelsAt("template.metadata.labels")} The labels for the pod template.`,
  ],
  strategy: dropsDisabledFields(
    strategy({
      returnDeletedObject: true,
      prepareForCreate: startGeneration,
      prepareForUpdate: (object, old) => countGeneration(object, old, ["template"], "core/v1.PodTemplate"),
      ...validatesObject<KubeObject>((object, old, at) =>
        checkPodTemplate(templateOf(object), at.child("template"), { old: old && templateOf(old) }),
      ),
      warnings: (object, old) =>
        sameGeneration(object, old) ? [] : podTemplateWarnings(templateOf(object), "template"),
    }),
    templateOf,
  ),
});
