import { CREATED_AT, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { inSteps } from "../../../define/strategy.ts";
import { fillLimitRange } from "./defaults.ts";
import { validate } from "./validate.ts";

export const limitRange = defineResource({
  group: "",
  kind: "LimitRange",
  scope: "Namespaced",
  shortNames: ["limits"],
  versions: [{ version: "v1", defaults: fillLimitRange }],
  columns: [NAME, CREATED_AT],
  strategy: {
    allowCreateOnUpdate: true,
    repeatsMeta: ["create"],
    prepareForCreate(object, context) {
      if ((object.metadata.name ?? "") === "") object.metadata.name = context.newUid();
    },
    ...inSteps(validate),
  },
});
