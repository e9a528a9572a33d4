import type { FieldReport } from "../../../../api/field-path.ts";
import { checkConditions } from "../../shared/values/conditions.ts";
import type { ValidatingAdmissionPolicyStatus as PolicyStatus } from "../fields/v1-types.ts";

/** status of a ValidatingAdmissionPolicy, as whoever checks its types writes it. */
export function checkPolicyStatus(
  { typeChecking, conditions }: PolicyStatus,
  _old: unknown,
  at: FieldReport,
): void {
  const warnings = at.child("typeChecking.expressionWarnings");
  typeChecking?.expressionWarnings?.forEach(({ warning = "", fieldRef = "" }, i) => {
    if (warning === "") warnings.index(i).child("warning").required();
    if (fieldRef.trim() === "") warnings.index(i).child("fieldRef").required();
  });
  checkConditions(conditions, at.child("conditions"));
}
