import { AGE, column, NAME, textAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { comparesThenChecks } from "../../../define/update-order.ts";
import { attributesClassRules, sameAttributesClass } from "./validate.ts";

export const volumeAttributesClass = defineResource({
  group: "storage.k8s.io",
  kind: "VolumeAttributesClass",
  scope: "Cluster",
  shortNames: ["vac"],
  versions: [{ version: "v1" }, { version: "v1beta1", deprecated: 34, removed: 37, namesReplacement: true }],
  columns: [
    NAME,
    column`DriverName: ${textAt("driverName")} driverName is the name of the CSI driver This field is immutable.`,
    AGE,
  ],
  strategy: { ...comparesThenChecks(sameAttributesClass, attributesClassRules), returnDeletedObject: true },
});
