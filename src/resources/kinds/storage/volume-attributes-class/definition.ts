import type { FieldReport } from "../../../../api/validation/field-report.ts";
import type { VolumeAttributesClass } from "../../../../types/tables/storage/v1-types.ts";
import { AGE, column, NAME, textAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { comparesThenChecks } from "../../../define/update-order.ts";
import { absentAs, required, unchanged } from "../../../rules/field-rules.ts";
import { code, rules } from "../../../rules/rules.ts";
import { checkParameters, checkProvisioner, type Parameters } from "../shared/strategies.ts";

/** Driver and parameters are kept (ValidateVolumeAttributesClassUpdate). */
const sameAttributesClass = rules<VolumeAttributesClass>({
  driverName: unchanged("updates to driverName are forbidden."),
  parameters: absentAs({}, unchanged("updates to parameters are forbidden.")),
});

/** Rules of the driver and the parameters (ValidateVolumeAttributesClass). */
const attributesClassRules = rules<VolumeAttributesClass>({
  driverName: [required(), code(checkProvisioner)],
  parameters: [checkParameters, absentAs({}, code(checkNotEmpty))],
});

function checkNotEmpty(parameters: Parameters, at: FieldReport): void {
  if (Object.keys(parameters).length === 0) at.required("must contain at least one key/value pair");
}

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
