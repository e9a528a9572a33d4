import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { dns1123LabelProblems } from "../../../../api/validation/name-format.ts";
import type {
  DeviceTaintRuleStatus as RuleStatus,
  DeviceTaintSelector as Selector,
  DeviceTaintRuleSpec as Spec,
} from "../../../../types/tables/resource/v1-types.ts";
import { validatesStatus } from "../../../define/strategy.ts";
import { checkConditions } from "../../shared/values/conditions.ts";
import { checkCsiDriverName } from "../../shared/volume-sources/source-checks.ts";
import { checkTaint } from "../resource-slice/device.ts";
import { checkPoolName } from "../shared/device-parts.ts";

const MAX_CONDITIONS = 8;

/** Checks the selected devices and their taint (validateDeviceTaintRuleSpec). */
export function checkTaintRule(spec: Spec, _old: Spec | undefined, at: FieldReport): void {
  if (spec.deviceSelector !== undefined) checkSelector(spec.deviceSelector, at.child("deviceSelector"));
  checkTaint(spec.taint ?? {}, at.child("taint"));
}

function checkSelector({ driver, pool, device }: Selector, at: FieldReport): void {
  if (driver !== undefined) checkCsiDriverName(driver, at.child("driver"));
  if (pool !== undefined) checkPoolName(pool, at.child("pool"));
  if (device !== undefined) at.check("device", device, dns1123LabelProblems);
}

/** Checks of the status endpoint (ValidateDeviceTaintRuleStatusUpdate). */
export const statusChecks = validatesStatus<RuleStatus>(({ conditions = [] }, _old, at) => {
  const path = at.child("conditions");
  checkConditions(conditions, path);
  if (conditions.length > MAX_CONDITIONS) path.tooMany(conditions.length, MAX_CONDITIONS);
});
