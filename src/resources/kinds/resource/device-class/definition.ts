import { nameIsLongName } from "../../../../api/validation/name-format.ts";
import { AGE, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { countGeneration, specOnly, validatesSpec } from "../../../define/strategy.ts";
import { checkClass } from "./validate.ts";

export const deviceClass = defineResource({
  group: "resource.k8s.io",
  kind: "DeviceClass",
  scope: "Cluster",
  versions: [
    { version: "v1" },
    { version: "v1beta2", deprecated: 36, removed: 39 },
    { version: "v1beta1", deprecated: 35, removed: 38 },
  ],
  columns: [NAME, AGE],
  strategy: {
    returnDeletedObject: true,
    ...specOnly,
    prepareForUpdate: (object, old) => countGeneration(object, old, ["spec"], "resource/v1.DeviceClass"),
    ...validatesSpec(checkClass),
    nameProblems: (name, prefix) => (prefix ? [] : nameIsLongName(name, false)),
    declaresName: true,
    repeatsMeta: ["create", "update"],
  },
});
