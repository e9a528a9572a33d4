import type { KubeObject } from "../../../api/meta.ts";
import { countGeneration, startGeneration, strategy, view } from "../../define/strategy.ts";
import type { Strategy } from "../../kind.ts";
import {
  dropDisabledTemplateFields,
  podTemplateWarnings,
  validatePodTemplateSpec,
} from "../../kinds/shared/pod-template/pod-template.ts";

const templateOf = (object: KubeObject): object => view<{ template?: object }>(object).template ?? {};

export const podTemplate: Strategy = strategy({
  returnDeletedObject: true,
  prepareForCreate(object) {
    startGeneration(object);
    dropDisabledTemplateFields(templateOf(object), undefined);
  },
  prepareForUpdate(object, old) {
    dropDisabledTemplateFields(templateOf(object), templateOf(old));
    countGeneration(object, old, ["template"]);
  },
  validateCreate: (object) => validatePodTemplateSpec(templateOf(object), "template"),
  validateUpdate: (object, old) =>
    validatePodTemplateSpec(templateOf(object), "template", { old: templateOf(old) }),
  warningsOnCreate: (object) => podTemplateWarnings(templateOf(object), undefined, "template"),
  warningsOnUpdate: (object, old) =>
    object.metadata.generation === old.metadata.generation
      ? []
      : podTemplateWarnings(templateOf(object), templateOf(old), "template"),
});
