import { collectErrors } from "../../../../api/validation/field-report.ts";
import { at, containerCells } from "../../../define/cell.ts";
import { column, labelsAt, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { within } from "../../../define/fill.ts";
import { countGeneration, startGeneration, validates } from "../../../define/strategy.ts";
import { fillPodTemplate, roundTripPodTemplate } from "../../shared/pod-template/fill-pod-spec.ts";
import {
  checkPodTemplate,
  dropDisabledTemplateFields,
  podTemplateWarnings,
} from "../../shared/pod-template/pod-template.ts";
import { sameGeneration } from "../../shared/workload/workload.ts";
import { templateOf } from "./validate.ts";

export const podTemplate = defineResource({
  group: "",
  kind: "PodTemplate",
  plural: "podtemplates",
  scope: "Namespaced",
  versions: [
    {
      version: "v1",
      type: "core/v1.PodTemplate",
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
  strategy: {
    returnDeletedObject: true,
    prepareForCreate(object, context) {
      startGeneration(object);
      dropDisabledTemplateFields(templateOf(object), undefined, context);
    },
    prepareForUpdate(object, old, context) {
      dropDisabledTemplateFields(templateOf(object), templateOf(old), context);
      countGeneration(object, old, ["template"], "core/v1.PodTemplate");
    },
    ...validates((object, old, context) =>
      collectErrors(
        "template",
        (at) => checkPodTemplate(templateOf(object), at, { old: old && templateOf(old) }),
        context,
      ),
    ),
    warnings: (object, old) =>
      sameGeneration(object, old) ? [] : podTemplateWarnings(templateOf(object), "template"),
  },
});
