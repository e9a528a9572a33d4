import type { FieldReport } from "../../../../api/validation/field-report.ts";
import type { VolumeAttributesClass } from "../../../../types/tables/storage/v1-types.ts";
import { absentAs, required, unchanged } from "../../../rules/field-rules.ts";
import { code, rules } from "../../../rules/rules.ts";
import { checkParameters, checkProvisioner, type Parameters } from "../shared/strategies.ts";

/** Driver and parameters are kept (ValidateVolumeAttributesClassUpdate). */
export const sameAttributesClass = rules<VolumeAttributesClass>({
  driverName: unchanged("updates to driverName are forbidden."),
  parameters: absentAs({}, unchanged("updates to parameters are forbidden.")),
});

/** Rules of the driver and the parameters (ValidateVolumeAttributesClass). */
export const attributesClassRules = rules<VolumeAttributesClass>({
  driverName: [required(), code(checkProvisioner)],
  parameters: [checkParameters, absentAs({}, code(checkNotEmpty))],
});

function checkNotEmpty(parameters: Parameters, at: FieldReport): void {
  if (Object.keys(parameters).length === 0) at.required("must contain at least one key/value pair");
}
