import type { ChangeCheck, FieldReport } from "../../../../api/validation/field-path.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import type { VolumeAttributesClass } from "../../../../types/tables/storage/v1-types.ts";
import { checkParameters, checkProvisioner } from "../shared/strategies.ts";

/** Checks that driver and parameters are kept (ValidateVolumeAttributesClassUpdate). */
export function checkAttributesClassChange(
  { driverName, parameters = {} }: VolumeAttributesClass,
  old: VolumeAttributesClass,
  at: FieldReport,
): void {
  if (driverName !== old.driverName) {
    at.child("driverName").forbidden("updates to driverName are forbidden.");
  }
  if (!deepEqual({ ...parameters }, { ...old.parameters })) {
    at.child("parameters").forbidden("updates to parameters are forbidden.");
  }
}

/** Checks the driver, and that there are parameters (ValidateVolumeAttributesClass). */
export const checkAttributesClass: ChangeCheck<VolumeAttributesClass> = (
  { driverName, parameters = {} },
  _old,
  at,
) => {
  checkProvisioner(driverName, "driverName", at);
  checkParameters(parameters, at.child("parameters"));
  if (Object.keys(parameters).length === 0) {
    at.child("parameters").required("must contain at least one key/value pair");
  }
};
